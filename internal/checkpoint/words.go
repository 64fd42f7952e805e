package checkpoint

import (
	"fmt"
	"strconv"
	"strings"
)

// String tells what is left out, as a part of a sentence for users. It is empty when there is nothing
// worth telling: that git's own files and what git ignores are left out is expected. Paths are
// quoted where they hold anything unusual.
func (o Omissions) String() string {
	var parts []string
	if o.Incomplete {
		parts = append(parts, o.tooMany()+", so going back deletes nothing")
	}
	if o.Count > 0 {
		parts = append(parts, fmt.Sprintf("%s left out: %s", grouped(o.Count), o.examples()))
	}
	if len(parts) > 0 && o.Ignored > 0 {
		parts = append(parts, grouped(o.Ignored)+plural(o.Ignored, " directory that git ignores", " directories that git ignores"))
	}
	return strings.Join(parts, "; ")
}

func (o Omissions) tooMany() string {
	if o.Limit == 0 {
		return "more entries than the limit"
	}
	return "more entries than the limit of " + grouped(o.Limit)
}

// examples names the first few paths and why.
func (o Omissions) examples() string {
	var list []string
	for _, at := range o.Examples {
		list = append(list, fmt.Sprintf("%s (%s)", shown(at.Path), at.Reason.words()))
	}
	if o.Count > len(o.Examples) {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}

// words gives a reason for users. A tree of a newer program may have others.
func (r Reason) words() string {
	words := map[Reason]string{
		Git: "git's own", Ignored: "git ignores it", Skipped: "the program's own",
		TooLarge: "too large", OverTotal: "over the limit for all files", TooDeep: "below too many directories",
		Special: "no regular file", Unreadable: "cannot be read",
		Unkept: "not kept as it is now", Filled: "has something in it that stays",
	}
	if s := words[r]; s != "" {
		return s
	}
	return string(r)
}

// grouped writes a number with commas between thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}
