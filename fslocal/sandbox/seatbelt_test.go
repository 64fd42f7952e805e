package sandbox

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSeatbelt(t *testing.T) {
	const head = `(version 1)
(allow default)
; Nothing that would do for the command, outside, what it may not do itself.
(deny appleevent-send job-creation lsopen)
(deny signal)
(allow signal (target same-sandbox))
(deny file-write*)
`
	const devices = `(allow file-write-data file-ioctl (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom")
  (literal "/dev/tty") (literal "/dev/ptmx") (regex #"^/dev/ttys[0-9]+$"))
`
	dir := tree(t, "project/sub/.env", "file")
	for name, tt := range map[string]struct {
		plan Plan
		want string
	}{
		"usual": {
			Plan{writable: []string{"/private/tmp/x", "/Users/me/work"}, network: true},
			head + `(allow file-write*
  (subpath "/private/tmp/x")
  (subpath "/Users/me/work"))
(allow file-write-data file-ioctl (literal "/dev/null"))
` + devices,
		},
		"odd names": {
			Plan{writable: []string{`/a "b" \c`, "/d\ne", "/f) (allow file-write*"}, network: true},
			head + `(allow file-write*
  (subpath "/a \"b\" \\c")
  (subpath "/d\ne")
  (subpath "/f) (allow file-write*"))
(allow file-write-data file-ioctl (literal "/dev/null"))
` + devices,
		},
		"the program's own directory": {
			Plan{Temp: "/t", writable: []string{"/t", "/Users/me"}, own: []string{"/Users/me/.eidolon"}, network: true},
			head + `(allow file-write*
  (subpath "/t")
  (subpath "/Users/me"))
(deny file-write*
  (subpath "/Users/me/.eidolon"))
(deny file-write-unlink
  (literal "/Users/me")
  (literal "/Users"))
(allow file-write*
  (subpath "/t"))
(allow file-write-data file-ioctl (literal "/dev/null"))
` + devices,
		},
		"no network": {
			Plan{},
			head + `(allow file-write-data file-ioctl (literal "/dev/null"))
` + devices + `(deny network*)
(allow network* (local unix-socket) (remote unix-socket))
`,
		},
		"plan mode": {
			Plan{readOnly: true},
			head + `(allow file-write-data file-ioctl (literal "/dev/null"))
(deny network*)
`,
		},
		"hidden": {
			Plan{hidden: findHidden([]string{"sub/.env"}, dir+"/project", ""), network: true},
			head + `(allow file-write-data file-ioctl (literal "/dev/null"))
` + devices + `(deny file-read-data file-write*
  (subpath "` + dir + `/project/sub/.env"))
(deny file-write-unlink
  (literal "` + dir + `/project/sub")
  (literal "` + dir + `/project")
`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := tt.plan.seatbelt()
			if name == "hidden" { // the directories above depend on where the test runs
				got = got[:min(len(got), len(tt.want))]
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	full := Reach{Name: "full", Files: true, Network: true}
	half := Reach{Name: "half", Network: true, Lacks: "files cannot be confined"}
	none := Reach{Lacks: "there is nothing"}
	for name, tt := range map[string]struct {
		reach             Reach
		level             Level
		readOnly, network bool
		want              string
	}{
		"all there":               {full, Enforce, false, true, ""},
		"all there, plan mode":    {full, Auto, true, false, ""},
		"none":                    {none, Auto, false, true, ""},
		"none, enforced":          {none, Enforce, false, true, "`sandbox.bash: enforce` allows no command without it, and there is nothing"},
		"half, enforced":          {half, Enforce, false, true, "`sandbox.bash: enforce` allows no command without it, and files cannot be confined"},
		"half":                    {half, Auto, false, true, ""},
		"half, no network":        {half, Auto, false, false, ""},
		"half, plan mode":         {half, Auto, true, false, "in plan mode no command may write, and files cannot be confined"},
		"none, plan mode":         {none, Auto, true, false, "in plan mode no command may write, and there is nothing"},
		"none, no network":        {none, Auto, false, false, "commands are to be kept off the network, and there is nothing"},
		"switched off":            {none, Off, false, true, ""},
		"switched off, plan mode": {none, Off, true, true, ""},
		"off and no network":      {none, Off, false, false, "`sandbox.network: false` cannot be kept while `sandbox.bash` is off"},
	} {
		t.Run(name, func(t *testing.T) {
			b := &Box{options: Options{Level: tt.level, Network: tt.network || tt.readOnly}, reach: tt.reach}
			got := ""
			if err := b.Check(tt.readOnly); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q", got)
			}
		})
	}
	if err := (*Box)(nil).Check(true); err != nil {
		t.Error(err)
	}
}
