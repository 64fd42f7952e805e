package checkpoint

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"eidolon/internal/leaf/diff"
)

// Diff renders changes for people: a line that says what happens to a path and, for text, the
// unified difference. It is not cleaned: contents come as they are, names are quoted when they
// hold anything unusual.
func Diff(changes []Change) string {
	var b strings.Builder
	for _, c := range changes {
		name := shown(c.Path)
		fmt.Fprintf(&b, "%s: %s\n", name, c.summary())
		if c.Kind != Mode && c.Old.text() && c.New.text() {
			b.WriteString(unified(name, c))
		}
	}
	return b.String()
}

// text says that a side can be part of a difference: a text, or nothing at all.
func (s Side) text() bool {
	return s.Type == None && s.Hidden == Shown || s.Type == File && s.Hidden == Shown
}

// unified gives the difference of a text, with /dev/null for a side that is not there.
func unified(name string, c Change) string {
	before, after := c.Old.Content, c.New.Content
	if c.Old.Type == None {
		before = nil
	} else if before == nil {
		before = []byte{}
	}
	text := diff.Unified(name, before, after)
	if c.New.Type == None {
		text = strings.Replace(text, "\n+++ b/"+name+"\n", "\n+++ /dev/null\n", 1)
	}
	return text
}

// summary says what happens to a path, and what cannot be shown of it.
func (c Change) summary() string {
	var parts []string
	switch c.Kind {
	case Create:
		parts = append(parts, "new "+c.New.what())
	case Delete:
		parts = append(parts, "deleted "+c.Old.what())
	case Retype:
		parts = append(parts, c.Old.what()+" becomes "+c.New.what())
	case Modify:
		if c.New.Type == Link {
			parts = append(parts, fmt.Sprintf("link %s -> %s", shown(c.Old.Target), shown(c.New.Target)))
		}
	case Mode:
	}
	if c.Old.Mode != c.New.Mode && c.Old.Type == c.New.Type {
		parts = append(parts, fmt.Sprintf("mode %o -> %o", c.Old.Mode, c.New.Mode))
	}
	if c.New.Hidden != Shown {
		parts = append(parts, c.New.hidden())
	} else if c.Old.Hidden != Shown {
		parts = append(parts, c.Old.hidden())
	}
	if len(parts) == 0 {
		return "modified"
	}
	return strings.Join(parts, ", ")
}

// hidden says why a side is not shown. Of what no checkpoint keeps there is no size.
func (s Side) hidden() string {
	if s.Type == None {
		return "now " + string(s.Hidden)
	}
	return fmt.Sprintf("%s, %s", s.Hidden, bytesText(s.Size))
}

// what names a side in words.
func (s Side) what() string {
	switch s.Type {
	case Dir:
		return "directory"
	case Link:
		return "link to " + shown(s.Target)
	case None:
		return "something else"
	case File:
	}
	return string(File)
}

// shown quotes a name that could be taken for something else on a line of its own.
func shown(name string) string {
	unusual := func(r rune) bool { return !unicode.IsPrint(r) || r == '"' || r == unicode.ReplacementChar }
	if strings.ContainsFunc(name, unusual) {
		return strconv.Quote(name)
	}
	return name
}

// bytesText gives a size in the unit that people would choose.
func bytesText(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/(1000*1000))
}
