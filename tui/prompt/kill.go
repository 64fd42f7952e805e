package prompt

// kills is a ring of texts that were cut, the newest last.
type kills struct {
	ring []string
	// growing says that the last thing done was a cut, so that the next one adds to it.
	growing bool
	// yanked is where the text lies that was just put back, and which of the ring it is; then an older
	// one can take its place. from is none otherwise.
	yanked struct{ from, to, which int }
	ready  bool
}

// killLimit is how many texts are kept.
const killLimit = 16

// settle says that something else was done: the next cut begins a new text, and what was put back
// stays.
func (k *kills) settle() { k.growing, k.ready = false, false }

// kill cuts a piece of the text. Pieces cut one after the other become one text of the ring, in the
// order in which they stood.
func (b *buffer) kill(start, end int) {
	if start == end {
		return
	}
	piece, k := b.text[start:end], &b.kills
	last := len(k.ring) - 1
	switch {
	case k.growing && start == b.cursor:
		k.ring[last] += piece
	case k.growing && end == b.cursor:
		k.ring[last] = piece + k.ring[last]
	default:
		k.ring = append(k.ring, piece)
		if len(k.ring) > killLimit {
			k.ring = append([]string(nil), k.ring[1:]...)
		}
	}
	b.replace(start, end, "", killing)
	k.growing, k.ready = true, false
}

// yank puts back what was cut last.
func (b *buffer) yank() bool {
	if len(b.kills.ring) == 0 {
		return false
	}
	b.putBack(len(b.kills.ring) - 1)
	return true
}

// yankOlder puts the text that was cut before in place of what was just put back.
func (b *buffer) yankOlder() bool {
	k := &b.kills
	if !k.ready {
		return false
	}
	y := k.yanked
	b.cursor, b.anchor = y.to, y.from
	b.putBack((y.which + len(k.ring) - 1) % len(k.ring))
	return true
}

func (b *buffer) putBack(which int) {
	start, _ := b.selection()
	text := b.kills.ring[which]
	b.insert(text, single)
	b.kills.yanked = struct{ from, to, which int }{start, start + len(text), which}
	b.kills.ready = true
}
