package sandbox

import (
	"path/filepath"
	"slices"
	"strings"
)

// seatbelt writes the plan as a profile for macOS. The last rule that fits decides, so the profile goes
// from what everybody may do to what nobody may.
func (p *Plan) seatbelt() string {
	b := &profile{}
	b.line("(version 1)")
	b.line("(allow default)")
	b.line("; Nothing that would do for the command, outside, what it may not do itself.")
	b.line("(deny appleevent-send job-creation lsopen)")
	b.line("(deny signal)")
	b.line("(allow signal (target same-sandbox))")
	b.line("(deny file-write*)")
	b.rule("(allow file-write*", "subpath", p.writable)
	var above []string
	for _, own := range p.own {
		above = append(above, dirsAbove(own, above)...)
	}
	b.rule("(deny file-write*", "subpath", p.own)
	b.rule("(deny file-write-unlink", "literal", above) // another one could be put in its place
	if len(p.own) > 0 && p.Temp != "" {
		b.rule("(allow file-write*", "subpath", []string{p.Temp})
	}
	b.line("(allow file-write-data file-ioctl (literal \"/dev/null\"))")
	if !p.readOnly {
		b.line(`(allow file-write-data file-ioctl (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom")`)
		b.line(`  (literal "/dev/tty") (literal "/dev/ptmx") (regex #"^/dev/ttys[0-9]+$"))`)
	}
	if !p.network {
		b.line("(deny network*)")
		if !p.readOnly {
			b.line(`(allow network* (local unix-socket) (remote unix-socket))`)
		}
	}
	above = nil
	var paths []string
	for _, t := range p.hidden {
		paths = append(paths, t.path)
		above = append(above, dirsAbove(t.path, above)...)
	}
	b.rule("(deny file-read-data file-write*", "subpath", paths)
	b.rule("(deny file-write-unlink", "literal", above) // it could be read under another name
	return b.String()
}

// dirsAbove gives the directories over a path that are not known yet, without the topmost.
func dirsAbove(path string, known []string) []string {
	var all []string
	for dir := filepath.Dir(path); dir != filepath.Dir(dir) && !slices.Contains(known, dir); dir = filepath.Dir(dir) {
		all = append(all, dir)
	}
	return all
}

// profile is the text of rules in the making.
type profile struct{ strings.Builder }

func (b *profile) line(text string) {
	b.WriteString(text)
	b.WriteByte('\n')
}

// rule writes a rule about some paths, or nothing when there are none.
func (b *profile) rule(begin, filter string, paths []string) {
	if len(paths) == 0 {
		return
	}
	b.WriteString(begin)
	for _, path := range paths {
		b.WriteString("\n  (" + filter + " " + quoted(path) + ")")
	}
	b.line(")")
}

// quoted writes a path as a string of the profile's language, in which a backslash protects.
func quoted(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(path) + `"`
}
