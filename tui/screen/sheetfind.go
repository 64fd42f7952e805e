package screen

// Find searches for a text, whatever its case, and goes to the first place at or below the top of the
// view. An empty text ends the search.
func (s *Sheet) Find(query string) {
	s.query = query
	s.find()
	s.current = 0
	if len(s.hits) == 0 || s.columns == 0 {
		return
	}
	for s.current < len(s.hits)-1 && s.hitRow() < s.top {
		s.current++
	}
	s.show()
}

// FindNext goes to the next place, or with a negative direction to the one before. Behind the last one
// comes the first.
func (s *Sheet) FindNext(direction int) {
	if n := len(s.hits); n > 0 {
		s.current = (s.current + direction%n + n) % n
		s.show()
	}
}

// Found says which place is being looked at, counted from 1, and how many there are.
func (s *Sheet) Found() (current, count int) {
	if len(s.hits) == 0 {
		return 0, 0
	}
	return s.current + 1, len(s.hits)
}

// find looks through the text.
func (s *Sheet) find() {
	s.hits, s.matches = nil, nil
	if s.query == "" {
		s.current = 0
		return
	}
	s.matches = make([][]match, len(s.blocks))
	m := newMatcher(s.query)
	for i, b := range s.blocks {
		m.each(b.Text, func(found match) {
			s.matches[i] = append(s.matches[i], found)
			s.hits = append(s.hits, sheetHit{i, int(found.start)})
		})
	}
	s.current = max(0, min(s.current, len(s.hits)-1))
}

// hitRow is the row of the present hit.
func (s *Sheet) hitRow() int { return s.rowOf(s.hits[s.current].block, s.hits[s.current].offset) }

// show brings the present hit into view, with something before it.
func (s *Sheet) show() {
	if s.columns == 0 {
		return
	}
	row := s.hitRow()
	if row < s.top || row >= s.top+s.Page() {
		s.top = max(0, row-s.Page()/3)
	}
}
