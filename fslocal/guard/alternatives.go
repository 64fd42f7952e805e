package guard

// maxPasses bounds how many combinations of alternatives one simple command is judged with.
const maxPasses = 24

// odometer runs through the combinations of the alternatives that a simple command meets: the values
// of a variable, the directories it may be in. A digit appears when a choice is first asked for.
type odometer struct {
	st     *state
	digits []digit
	pass   int
	giveUp bool // too many combinations: every choice is unknown
	writes map[string]*written
}

type digit struct {
	key   string
	at, n int
}

// written is a variable that a pass assigned. Every pass begins with the old value; what the passes
// leave are the alternatives of the new one.
type written struct {
	old   variable
	had   bool
	all   variable
	known bool // all holds something
}

// choose gives the alternative, out of n, that this pass is about, or -1 when it must be treated as
// unknown.
func (e *eval) choose(key string, n int) int {
	if n == 1 {
		return 0
	}
	o := e.odometer
	if o == nil || o.giveUp {
		return -1
	}
	for _, d := range o.digits {
		switch {
		case d.key == key && d.n == n:
			return d.at
		case d.key == key:
			return -1
		}
	}
	o.digits = append(o.digits, digit{key: key, n: n})
	return 0
}

// next turns to the next combination and tells whether there is one.
func (o *odometer) next() bool {
	o.pass++
	for i := len(o.digits) - 1; i >= 0; i-- {
		d := &o.digits[i]
		d.at++
		if d.at < d.n {
			o.digits = o.digits[:i+1]
			return true
		}
	}
	return false
}

// alternatives calls f once for each combination of alternatives.
func (e *eval) alternatives(st *state, f func()) {
	outer := e.odometer
	o := &odometer{st: st}
	e.odometer = o
	defer func() { e.odometer = outer }()
	for {
		f()
		more := o.next()
		if !more && o.pass == 1 {
			return
		}
		o.collect(e)
		if !more || o.giveUp {
			break
		}
		o.giveUp = o.pass >= maxPasses
	}
	for name, w := range o.writes {
		if w.known {
			st.vars.set(e, name, w.all)
		}
	}
}

// note remembers a variable before a pass assigns it.
func (o *odometer) note(st *state, name string) {
	if o == nil || o.st != st || o.writes[name] != nil {
		return
	}
	if o.writes == nil {
		o.writes = map[string]*written{}
	}
	old, had := st.vars.get(name)
	o.writes[name] = &written{old: old, had: had}
}

// collect adds what a pass assigned to the alternatives, and puts the old values back.
func (o *odometer) collect(e *eval) {
	for name, w := range o.writes {
		v, ok := o.st.vars.get(name)
		switch {
		case ok && w.known:
			w.all = either(w.all, true, v)
		case ok:
			w.all, w.known = v, true
		}
		if w.had {
			o.st.vars.set(e, name, w.old)
		} else {
			o.st.vars.del(e, name)
		}
	}
}

// again tells whether this is not the first pass over a simple command.
func (e *eval) again() bool { return e.odometer != nil && e.odometer.pass > 0 }
