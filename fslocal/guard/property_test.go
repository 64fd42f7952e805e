package guard

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/fsapi"
)

// TestReadersRun: a command that only reads starts nothing but readers.
func TestReadersRun(t *testing.T) {
	g := New(testOptions)
	for _, name := range []string{"readers.txt", "harmless.txt"} {
		for _, l := range corpus(t, name) {
			checkRuns(t, l.command, g.Judge(fsapi.Command{Text: l.command}))
		}
	}
}

// checkRuns checks what holds for the programs of every verdict.
func checkRuns(t *testing.T, command string, v fsapi.Verdict) {
	t.Helper()
	if v.Known && v.Decision == fsapi.Deny {
		t.Errorf("%q: denied, and yet all is known", command)
	}
	if len(v.Runs) > maxRuns {
		t.Errorf("%q: %d programs", command, len(v.Runs))
	}
	for i, r := range v.Runs {
		switch {
		case len(r.Words) == 0 || r.Words[0] == "":
			t.Errorf("%q: a program without a name", command)
		case v.ReadOnly && !r.ReadOnly:
			t.Errorf("%q: only reads, and %q does not", command, r.Words)
		case r.Wraps && i == len(v.Runs)-1 && len(v.Runs) == 1:
			t.Errorf("%q: %q starts others, and none follows", command, r.Words)
		}
	}
}

// TestPrefix: a variable in front of a program changes nothing.
func TestPrefix(t *testing.T) {
	g := New(testOptions)
	for _, command := range []string{"sudo id", "rm -rf /", "reboot", "mkfs.ext4 /dev/sda", "chmod -R 777 /", "kill -9 -1"} {
		for _, prefix := range []string{"A=1 ", "A=1 B=$(date) ", "PATH=/x:$PATH ", "A= ", ">/dev/null ", "2>&1 ", "</dev/null "} {
			if v := g.Judge(fsapi.Command{Text: prefix + command}); v.Decision != fsapi.Deny {
				t.Errorf("%q is %s", prefix+command, v.Decision)
			}
		}
	}
}

// TestDir: paths count from the directory that the command starts in.
func TestDir(t *testing.T) {
	g := New(testOptions)
	for _, tt := range []struct {
		dir, text string
		want      fsapi.Decision
	}{
		{"", "rm -rf ..", fsapi.Deny},
		{"a", "rm -rf ..", fsapi.Ask},
		{"a/b", "rm -rf ..", fsapi.Allow},
		{"a/b", "rm -rf ../..", fsapi.Ask},
		{"a/b", "rm -rf ../../..", fsapi.Deny},
		{"a/b", "rm -rf *", fsapi.Allow},
		{"/", "rm -rf *", fsapi.Deny},
		{"/home/dev", "rm -rf *", fsapi.Deny},
		{"..", "rm -rf *", fsapi.Deny},
	} {
		c := fsapi.Command{Text: tt.text, Dir: tt.dir}
		v := g.Judge(c)
		if v.Decision != tt.want {
			t.Errorf("%q in %q is %s (%s), want %s", tt.text, tt.dir, v.Decision, v.Rule, tt.want)
		}
		if v.Subject != c.Subject() {
			t.Errorf("subject is %q, want %q", v.Subject, c.Subject())
		}
	}
}

// TestWorkspaces: what must stay depends on where the workspace and the home directory are.
func TestWorkspaces(t *testing.T) {
	for _, tt := range []struct {
		name      string
		workspace string
		home      string
		text      string
		want      fsapi.Decision
	}{
		{"in tmp, own file", "/tmp/ws", "/root", "rm -rf build", fsapi.Allow},
		{"in tmp, neighbour", "/tmp/ws", "/root", "rm -rf ../other", fsapi.Ask},
		{"in tmp, other temp", "/tmp/ws", "/root", "echo x > /tmp/other", fsapi.Allow},
		{"in tmp, parent", "/tmp/ws", "/root", "rm -rf ..", fsapi.Deny},
		{"below usr", "/usr/src/app", "/root", "rm -rf build", fsapi.Allow},
		{"below usr, system", "/usr/src/app", "/root", "rm -rf /usr/lib", fsapi.Deny},
		{"below var", "/var/www/site", "/root", "rm -rf cache", fsapi.Allow},
		{"root home", "/root/p", "/root", "rm -rf ~", fsapi.Deny},
		{"root home, own file", "/root/p", "/root", "rm -rf ~/p/build", fsapi.Allow},
		{"home is workspace", "/home/dev", "/home/dev", "rm -rf build", fsapi.Allow},
		{"home is workspace, all", "/home/dev", "/home/dev", "rm -rf *", fsapi.Deny},
		{"top directory", "/workspace", "/root", "rm -rf build", fsapi.Allow},
		{"top directory, self", "/workspace", "/root", "rm -rf /workspace", fsapi.Ask},
		{"mac home", "/Users/dev/p", "/Users/dev", "rm -rf /Users/dev", fsapi.Deny},
		{"mac other home", "/Users/dev/p", "/Users/dev", "rm -rf /Users/bob", fsapi.Deny},
		{"root as workspace", "/", "/root", "rm -rf /etc", fsapi.Deny},
		{"root as workspace, other", "/", "/root", "rm -rf /opt/x/y", fsapi.Ask},
		{"usr as workspace", "/usr", "/root", "rm -rf /usr/lib", fsapi.Deny},
		{"no workspace", "", "/root", "rm -rf build", fsapi.Ask},
		{"no home", "/home/dev/p", "", "rm -rf ~", fsapi.Deny},
	} {
		g := New(Options{Workspace: tt.workspace, Home: tt.home, User: "dev"})
		if v := g.Judge(fsapi.Command{Text: tt.text}); v.Decision != tt.want {
			t.Errorf("%s: %q is %s (%s), want %s", tt.name, tt.text, v.Decision, v.Rule, tt.want)
		}
	}
}

// TestForbidRead: a reader of a forbidden path is not a reader.
func TestForbidRead(t *testing.T) {
	o := testOptions
	o.ForbidRead = []string{"secrets", "~/proj/private/*.key"}
	g := New(o)
	for text, want := range map[string]bool{
		"cat a":                true,
		"cat secrets/a":        false,
		"cat ./secrets/a":      false,
		"cat private/x":        true,
		"cat private/x.key":    false,
		"grep -r x .":          false,
		"grep -r x src":        true,
		"find . -name x":       false,
		"cat *":                false,
		"cat *.go":             true,
		"cat s*/a":             false,
		"cd secrets && cat a":  false,
		"ls":                   true,
		"cat < secrets/a":      false,
		"git grep x":           false,
		"cat src/../secrets/a": false,
	} {
		if v := g.Judge(fsapi.Command{Text: text}); v.ReadOnly != want {
			t.Errorf("%q: read only is %v, want %v", text, v.ReadOnly, want)
		}
	}
}

// TestSpan: the place of a finding is the part of the command that it is about.
func TestSpan(t *testing.T) {
	g := New(testOptions)
	for _, tt := range []struct{ text, rule, part string }{
		{"echo hi; sudo ls", "privilege.sudo", "sudo ls"},
		{"rm -rf build /", "delete.root", "/"},
		{"echo x > /dev/sda", "device.write", "> /dev/sda"},
		{"bash -c 'echo a; reboot' b", "power.shutdown", "'echo a; reboot'"},
		{"echo a\r\nsudo b\r\n", "privilege.sudo", "sudo b"},
		{"echo hi\x1b", "text.control", "\x1b"},
	} {
		v := g.Judge(fsapi.Command{Text: tt.text})
		if got := tt.text[v.Start:v.End]; v.Rule != tt.rule || got != tt.part {
			t.Errorf("%q: rule %s at %q, want %s at %q", tt.text, v.Rule, got, tt.rule, tt.part)
		}
	}
}

// TestSame: the same command always gets the same verdict.
func TestSame(t *testing.T) {
	for _, l := range corpus(t, "dangerous.txt") {
		c := fsapi.Command{Text: l.command}
		first := New(testOptions).Judge(c)
		for range 3 {
			if again := New(testOptions).Judge(c); !cmp.Equal(again, first) {
				t.Fatalf("%q: %+v, then %+v", l.command, first, again)
			}
		}
	}
}

// TestRules: every rule has a sentence and a decision.
func TestRules(t *testing.T) {
	for id, r := range rules {
		if r.decision != fsapi.Ask && r.decision != fsapi.Deny {
			t.Errorf("%s decides %q", id, r.decision)
		}
		if !strings.HasSuffix(r.reason, ".") || strings.Count(r.reason, "%s") > 1 {
			t.Errorf("%s: reason %q", id, r.reason)
		}
	}
}

func FuzzJudge(f *testing.F) {
	for _, name := range []string{"dangerous.txt", "harmless.txt", "readers.txt"} {
		for _, l := range corpus(f, name) {
			f.Add(l.command)
		}
	}
	g := New(testOptions)
	f.Fuzz(func(t *testing.T, text string) {
		v := g.Judge(fsapi.Command{Text: text})
		switch {
		case v.Decision != fsapi.Allow && v.Decision != fsapi.Ask && v.Decision != fsapi.Deny:
			t.Fatalf("decision %q", v.Decision)
		case v.Rule == ruleFailed:
			t.Fatalf("the guard failed on %q", text)
		case v.Start < 0 || v.End < v.Start || v.End > len(text):
			t.Fatalf("span [%d, %d) of %q", v.Start, v.End, text)
		case (v.Decision == fsapi.Allow) != (v.Rule == ""):
			t.Fatalf("%s by rule %q", v.Decision, v.Rule)
		case v.ReadOnly && v.Decision != fsapi.Allow:
			t.Fatalf("a reader that is %s", v.Decision)
		case !utf8.ValidString(v.Reason):
			t.Fatalf("reason %q", v.Reason)
		}
		checkRuns(t, text, v)
		if v.Decision == fsapi.Deny && v.Rule != ruleParse {
			if w := g.Judge(fsapi.Command{Text: "true\n" + text}); w.Decision != fsapi.Deny {
				t.Fatalf("%q is denied, and %s after another command", text, w.Decision)
			}
		}
	})
}

// TestForbiddenWords: what nobody wants is refused in any case and at any place of a command.
//
// Covers: E49
func TestForbiddenWords(t *testing.T) {
	g := New(testOptions)
	frames := []string{
		"%s", "ls; %s", "ls && %s", "ls || %s", "ls | %s", "%s &", "(%s)", "{ %s; }", "echo $(%s)", "echo `%s`", "x=$(%s)", "cat <(%s)", "echo \"${x:-$(%s)}\"",
		"if ls; then %s; fi", "while ls; do %s; done", "case a in *) %s;; esac", "f() { %s; }; f", "! %s", "time %s", "sh -c '%s'", "eval '%s'", "echo '%s' | sh",
		"\n\n%s\n", "ls\n%s", "true;%s", "ls > a; %s", "cat << E\n$(%s)\nE\n",
	}
	for _, words := range []string{"rm -rf /", "shutdown", "reboot", "sudo ls", "shutdown -h now", "reboot -f"} {
		title := strings.ToUpper(words[:1]) + words[1:]
		for _, command := range []string{words, strings.ToUpper(words), title} {
			for _, frame := range frames {
				text := fmt.Sprintf(frame, command)
				if v := g.Judge(fsapi.Command{Text: text}); v.Decision != fsapi.Deny {
					t.Errorf("%q is %s (%s)", text, v.Decision, v.Rule)
				}
			}
		}
	}
	for _, text := range []string{"echo sudo", "echo 'rm -rf /'", "git commit -m 'reboot'", "man shutdown", "grep -rn SUDO .", "ls reboot", "# sudo ls"} {
		if v := g.Judge(fsapi.Command{Text: text}); v.Decision != fsapi.Allow {
			t.Errorf("%q is %s (%s)", text, v.Decision, v.Rule)
		}
	}
}
