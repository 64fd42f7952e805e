package proc_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal/proc"
)

func TestEnviron(t *testing.T) {
	fixed := []string{"TERM=dumb", "PAGER=cat", "GIT_PAGER=cat", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0"}
	for _, c := range []struct{ name, in, want string }{
		{"path", "PATH=/bin:/usr/bin", "PATH=/bin:/usr/bin"},
		{"path with places that move", "PATH=.:/bin::bin:/usr/bin:../x", "PATH=/bin:/usr/bin"},
		{"locale", "LC_TIME=C", "LC_TIME=C"},
		{"empty value", "LANG=", "LANG="},
		{"equals sign in the value", "GOFLAGS=-mod=mod", "GOFLAGS=-mod=mod"},
		{"proxy", "HTTPS_PROXY=http://proxy:3128/", "HTTPS_PROXY=http://proxy:3128/"},
		{"at sign in the path of an address", "GOPROXY=https://host/a@v1,direct", "GOPROXY=https://host/a@v1,direct"},
		{"proxy with a password", "HTTPS_PROXY=http://me:secret@proxy:3128", ""},
		{"second address with a password", "GOPROXY=https://a.example,https://me:secret@b.example", ""},
		{"proxy with a password and no scheme", "http_proxy=me:secret@proxy:3128", ""},
		{"key", "OPENAI_API_KEY=secret", ""},
		{"token", "GITHUB_TOKEN=secret", ""},
		{"cloud", "AWS_SECRET_ACCESS_KEY=secret", ""},
		{"agent", "SSH_AUTH_SOCK=/tmp/agent", ""},
		{"daemon", "DOCKER_HOST=unix:///run/docker.sock", ""},
		{"start file", "BASH_ENV=/tmp/x", ""},
		{"start file of sh", "ENV=/tmp/x", ""},
		{"function", "BASH_FUNC_ls%%=() { evil; }", ""},
		{"shell options", "SHELLOPTS=xtrace", ""},
		{"loader", "LD_PRELOAD=/tmp/x.so", ""},
		{"git program", "GIT_SSH_COMMAND=evil", ""},
		{"our own fixed one", "GIT_PAGER=less", ""},
		{"terminal", "TERM=xterm-256color", ""},
		{"beginning like a listed one", "PATHS=/x", ""},
		{"other case", "Path=/x", ""},
		{"no equals sign", "HOME", ""},
		{"NUL", "HOME=/a\x00b", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := proc.Environ([]string{c.in}, nil)
			want := slices.Clone(fixed)
			if c.want != "" {
				want = append(want, c.want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	if got := proc.Environ([]string{"HOME=/a", "HOME=/b"}, nil); !slices.Contains(got, "HOME=/a") || slices.Contains(got, "HOME=/b") {
		t.Errorf("of two values, got %q", got)
	}
}

// TestPassedOn looks at what the user may name, and at what nobody may.
func TestPassedOn(t *testing.T) {
	own := []string{
		"SSH_AUTH_SOCK=/tmp/agent", "DATABASE_URL=db://me:secret@host", "AWS_PROFILE=p", "AWS_REGION=r", "OTHER=o",
		"LD_PRELOAD=/x.so", "LD_LIBRARY_PATH=/x", "DYLD_INSERT_LIBRARIES=/x", "BASH_ENV=/x", "ENV=/x", "env=/x", "PS4=$(x)",
		"BASH_FUNC_ls%%=() { x; }", "GIT_PAGER=less", "GIT_CONFIG_COUNT=9", "EIDOLON_CALL=x", "TERM=xterm",
	}
	for _, c := range []struct {
		pass []string
		want string
	}{
		{nil, ""},
		{[]string{"SSH_AUTH_SOCK"}, "SSH_AUTH_SOCK=/tmp/agent"},
		{[]string{"DATABASE_URL"}, "DATABASE_URL=db://me:secret@host"}, // the user named it
		{[]string{"AWS_*", "NONE"}, "AWS_PROFILE=p AWS_REGION=r"},
		{[]string{"LD_PRELOAD", "LD_*", "BASH_ENV", "ENV", "env", "PS4", "BASH_FUNC_ls%%", "GIT_PAGER", "GIT_CONFIG_*", "EIDOLON_CALL", "TERM"}, ""},
		{[]string{"*"}, "SSH_AUTH_SOCK=/tmp/agent DATABASE_URL=db://me:secret@host AWS_PROFILE=p AWS_REGION=r OTHER=o"},
	} {
		fixed := len(proc.Environ(nil, nil))
		if got := strings.Join(proc.Environ(own, c.pass)[fixed:], " "); got != c.want {
			t.Errorf("%q: got %q, want %q", c.pass, got, c.want)
		}
	}
}

// TestSecretsStayBehind looks at what a real command sees, and that no start file ran for it.
func TestSecretsStayBehind(t *testing.T) {
	const secret = "planted-secret-value"
	start := t.TempDir() + "/start"
	if err := os.WriteFile(start, []byte("echo start file ran; export FROM_START=1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	for _, name := range []string{".bashrc", ".bash_profile", ".profile"} {
		if err := os.WriteFile(home+"/"+name, []byte("echo start file ran\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, root := openWith(t, []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "BASH_ENV=" + start, "ENV=" + start,
		"OPENAI_API_KEY=" + secret, "ANTHROPIC_API_KEY=" + secret, "GH_TOKEN=" + secret, "AWS_SESSION_TOKEN=" + secret,
		"ALL_PROXY=socks5://u:" + secret + "@h", "PROMPT_COMMAND=echo " + secret, "PS4=" + secret, "X=" + secret,
	})
	c := fsapi.Command{Text: "env -0 | tr '\\0' '\\n'; sh -c env; cat /proc/$$/environ 2>/dev/null | tr '\\0' '\\n'"}
	exit, err := r.Run(t.Context(), c, fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{secret, "start file", "FROM_START", "BASH_ENV"} {
		if strings.Contains(exit.Stdout.Text+exit.Stderr.Text, bad) {
			t.Errorf("%q got through: %s%s", bad, exit.Stdout.Text, exit.Stderr.Text)
		}
	}
	for _, good := range []string{"HOME=" + home + "\n", "TERM=dumb\n", "GIT_OPTIONAL_LOCKS=0\n", "PWD=" + root + "\n"} {
		if !strings.Contains(exit.Stdout.Text, good) {
			t.Errorf("%q is missing in %s", good, exit.Stdout.Text)
		}
	}
}
