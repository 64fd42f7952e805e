package sandbox

import (
	"os"
	"strings"
	"testing"
)

func TestExplain(t *testing.T) {
	const (
		elsewhere = "the sandbox lets commands write to the workspace, $TMPDIR and the caches of tools only, and NAME is elsewhere"
		offline   = "the sandbox keeps commands off the network"
	)
	dir := tree(t, "work/file", "file", "work/secrets/key", "file", "out/file", "file", "work/link", "../out", "with blank/file", "file")
	if os.Getuid() == 0 {
		dir = strings.TrimSuffix(dir, "/") // root may write everything, so nothing here depends on the mode of files
	}
	hidden := findHidden([]string{"secrets"}, dir+"/work", "")
	normal := Plan{Level: "x", workspace: dir + "/work", writable: []string{dir + "/work"}, network: true}
	hiding, cut, planning := normal, normal, normal
	hiding.hidden = hidden
	cut.network = false
	planning.readOnly, planning.network, planning.writable = true, false, nil
	for _, tt := range []struct {
		name   string
		plan   Plan
		output string // "DIR" is the directory
		want   string // "NAME" the name that is repeated
		repeat string
	}{
		{"a shell", normal, "bash: line 1: DIR/out/new: Permission denied\n", elsewhere, `"DIR/out/new"`},
		{"in quotes", normal, "touch: cannot touch 'DIR/out/new': Permission denied\n", elsewhere, `"DIR/out/new"`},
		{"in round quotes", normal, "mkdir: cannot create directory ‘DIR/out/new’: Permission denied", elsewhere, `"DIR/out/new"`},
		{"a blank in the name", normal, "touch: cannot touch 'DIR/with blank/new': Permission denied", elsewhere, `"DIR/with blank/new"`},
		{"relative", normal, "rm: cannot remove '../out/file': Permission denied", elsewhere, `"../out/file"`},
		{"through a link", normal, "cp: cannot create regular file 'link/new': Permission denied", elsewhere, `"link/new"`},
		{"Python", normal, "PermissionError: [Errno 13] Permission denied: 'DIR/out/new'", elsewhere, `"DIR/out/new"`},
		{"Go", normal, "panic: open DIR/out/new: permission denied", elsewhere, `"DIR/out/new"`},
		{"Node", normal, "Error: EACCES: permission denied, open 'DIR/out/new'", elsewhere, `"DIR/out/new"`},
		{"git", normal, "fatal: Unable to create 'DIR/out/index.lock': Permission denied", elsewhere, `"DIR/out/index.lock"`},
		{"after other lines", normal, "making\nwarning: DIR/out\nsh: 1: cannot create DIR/out/new: Permission denied\nmake: *** [x] Error 2\n", elsewhere, `"DIR/out/new"`},
		{"a device", normal, "bash: line 1: /dev/sda: Permission denied", "", ""},
		{"odd characters", normal, "touch: cannot touch 'DIR/out/\x1b[2J\u202e': Permission denied", elsewhere, `"DIR/out/\x1b[2J\u202e"`},
		{"a very long name", normal, "touch: cannot touch 'DIR/out/" + strings.Repeat("x", 300) + "': Permission denied", "", ""},
		{"a file of the workspace", normal, "bash: ./file: Permission denied", "", ""},
		{"nothing refused", normal, "cat: DIR/out/none: No such file or directory", "", ""},
		{"what the user could not do either", normal, "cat: /proc/1/mem: Permission denied", "", ""},
		{"words without a name", normal, "error: permission denied", "", ""},
		{"a server that is not there", normal, "curl: (7) Failed to connect to localhost port 1: Connection refused", "", ""},
		{"another process", normal, "bash: line 1: kill: (1) - Operation not permitted", "the sandbox keeps commands from sending signals to processes that they did not start", ""},
		{"a debugger", normal, "strace: ptrace(PTRACE_TRACEME, ...): Operation not permitted", "the sandbox keeps commands from looking into other processes", ""},
		{"hidden", hiding, "cat: secrets/key: Permission denied", "the sandbox hides NAME", `"secrets/key"`},
		{"hidden as a whole", hiding, "ls: cannot open directory 'secrets': Permission denied", "the sandbox hides NAME", `"secrets"`},
		{"made beside something hidden", hiding, "bash: line 1: ./file: Permission denied", "the sandbox lets commands read NAME only if it was there before they started, because something near it is hidden", `"./file"`},
		{"no names", cut, "curl: (6) Could not resolve host: example.com", offline, ""},
		{"no sockets", cut, "bash: socket: Operation not permitted", offline, ""},
		{"Go without a network", cut, "Get \"https://x\": dial tcp: lookup x on 1.1.1.1:53: dial udp 1.1.1.1:53: socket: operation not permitted", offline, ""},
		{"Node without a network", cut, "npm error code EAI_AGAIN", offline, ""},
		{"another failure without a network", cut, "FAIL: one test", "", ""},
		{"plan mode", planning, "touch: cannot touch 'new': Permission denied", "the sandbox lets commands write nothing but temporary files in plan mode, and NAME is none", `"new"`},
		{"plan mode, without a name", planning, "error: permission denied", "the sandbox lets commands write nothing but temporary files in plan mode", ""},
		{"plan mode, what the user could not do", planning, "cat: /proc/1/mem: Permission denied", "", ""},
		{"plan mode, network", planning, "curl: (6) Could not resolve host: example.com", offline + " in plan mode", ""},
		{"no sandbox", Plan{}, "bash: line 1: DIR/out/new: Permission denied\n", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.ReplaceAll(tt.want, "NAME", strings.ReplaceAll(tt.repeat, "DIR", dir))
			if got := tt.plan.Explain(dir+"/work", strings.ReplaceAll(tt.output, "DIR", dir)); got != want {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// FuzzExplain gives any output: the answer is one line of what can be shown.
func FuzzExplain(f *testing.F) {
	f.Add("touch: cannot touch '/x\x1b[2J': Permission denied\n")
	f.Add("a: 'b\" `c` ‘d’: EPERM")
	p := Plan{Level: "x", workspace: "/work", writable: []string{"/work"}, readOnly: true}
	f.Fuzz(func(t *testing.T, output string) {
		for _, r := range p.Explain("/work", output) {
			if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
				t.Errorf("%q", p.Explain("/work", output))
			}
		}
	})
}
