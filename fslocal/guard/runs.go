package guard

import (
	"slices"
	"strings"

	"eidolon/fsapi"
)

// maxRuns bounds how many programs of one command are listed. A command with more is not known.
const maxRuns = 1000

// listing is the list of programs that a command would start, while it is made.
type listing struct {
	runs    []fsapi.Run
	losses  int  // how often some program, or some shell text, could not be told
	changed bool // some program listed is no reader
	silent  int  // around code that only tries out what a text could mean, or runs elsewhere
	kept    int  // 1 + the place kept for the next program listed, or 0
	touched []string
}

// maxTouched bounds how many names of what a command changes are listed.
const maxTouched = 100

// touch notes what the command would change, as far as its name is known.
func (l *listing) touch(p string) {
	if l.silent == 0 && constant(p) && len(l.touched) < maxTouched && !slices.Contains(l.touched, p) {
		l.touched = append(l.touched, p)
	}
}

// keep makes a place in the list for the program of a simple command, so that it stands in front of
// those inside its words, which run before it. It gives 0 when there is none.
func (l *listing) keep() int {
	if l.silent > 0 || len(l.runs) >= maxRuns {
		return 0
	}
	l.runs = append(l.runs, fsapi.Run{})
	return len(l.runs)
}

// place gives the index of a place in the list: the one that was kept, or a new one at the end. It is
// -1 when nothing is to be listed.
func (l *listing) place() int {
	switch {
	case l.silent > 0:
		return -1
	case l.kept > 0:
		i := l.kept - 1
		l.kept = 0
		return i
	case len(l.runs) >= maxRuns:
		l.losses++
		return -1
	}
	l.runs = append(l.runs, fsapi.Run{})
	return len(l.runs) - 1
}

// unlisted runs f without listing the programs that it meets.
func (l *listing) unlisted(f func()) {
	l.silent++
	f()
	l.silent--
}

// lost notes that not all programs can be told.
func (l *listing) lost() {
	if l.silent == 0 {
		l.losses++
	}
}

// list gives the programs without gaps and repetitions.
func (l *listing) list() []fsapi.Run {
	var out []fsapi.Run
	seen := map[string]bool{}
	for _, r := range l.runs {
		if len(r.Words) == 0 {
			continue
		}
		key := runKey(r)
		if !seen[key] {
			seen[key] = true
			out = append(out, r)
		}
	}
	return out
}

func runKey(r fsapi.Run) string {
	key := []byte{'.', '.', '.'}
	for i, b := range []bool{r.Whole, r.ReadOnly, r.Wraps} {
		if b {
			key[i] = 'x'
		}
	}
	return string(key) + r.Dir + "\x00" + strings.Join(r.Words, "\x00")
}

// listed judges a call by f and lists it. reads is put back after: what the call is by itself belongs
// to its row of the list, and the verdict collects the rows.
func (e *eval) listed(c *call, first field, p program, f func()) {
	i := e.list.place()
	before, losses := len(e.list.runs), e.list.losses
	bare := !c.st.filed && !c.st.equipped && !c.st.prefixed
	outer, fed := e.reads, e.fed
	e.reads, e.fed = true, false
	f()
	own := e.reads
	if first.loose || len(e.list.runs) > before && slices.ContainsFunc(c.args, guessed) {
		e.list.lost() // another program may run, or another text
	}
	if i >= 0 {
		words, whole := wordsOf(first, c.args)
		starts := e.list.losses == losses && slices.ContainsFunc(e.list.runs[before:], func(r fsapi.Run) bool { return len(r.Words) > 0 })
		e.list.runs[i] = fsapi.Run{
			Words:    words,
			Whole:    whole && bare && !e.fed,
			ReadOnly: own && !c.st.saved,
			Wraps:    starts && (p.wraps || p.inner && own),
			Dir:      e.dirOf(c.st),
		}
	}
	e.list.changed = e.list.changed || !own
	e.reads, e.fed = outer, fed
}

// dirOf gives the directory of a program, when it is another than the command's.
func (e *eval) dirOf(st *state) string {
	if len(st.dirs) != 1 || !constant(st.dirs[0]) || st.dirs[0] == e.dir {
		return ""
	}
	return st.dirs[0]
}

// unsure tells whether a word may be another, or several, when the command runs.
func unsure(f field) bool { return f.loose || f.many }

// guessed tells whether a word has a value here that it need not have.
func guessed(f field) bool { return f.loose && constant(f.text) }

// printsExactly tells whether the text computed for the output of a call is that very output.
func (c *call) printsExactly() bool {
	if slices.ContainsFunc(c.args, guessed) {
		return false
	}
	switch c.name {
	case "echo":
		return !c.st.posix
	case "printf":
		return len(c.args) > 0 && plainFormat(c.args[0].text)
	case "cat":
		return len(c.args) == 0 && !c.st.loose
	case "pwd", "true", ":":
		return true
	}
	return false
}

// plainFormat tells whether a format of printf is one that is computed without fail.
func plainFormat(format string) bool {
	return !strings.Contains(strings.NewReplacer("%s", "", "%%", "").Replace(format), "%")
}

// wordsOf gives the words of a call up to the first that is not known, and whether that is all.
func wordsOf(first field, args []field) (words []string, whole bool) {
	words = make([]string, 0, len(args)+1)
	words = append(words, first.text)
	for _, f := range args {
		if unsure(f) || !constant(f.text) {
			return words, false
		}
		words = append(words, f.text)
	}
	return words, true
}

// readsProgram notes that the call being judged runs what it reads from its standard input.
func (c *call) readsProgram() {
	c.e.fed = c.e.fed || c.st.in != ""
}
