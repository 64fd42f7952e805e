package guard_test

import (
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal/guard"
)

// TestAllowWrite: in the directories opened by the configuration, commands write and delete as freely
// as in the workspace.
func TestAllowWrite(t *testing.T) {
	g := guard.New(guard.Options{
		Workspace: "/home/dev/proj", Home: "/home/dev", User: "dev",
		AllowWrite: []string{"~/.cache/go-build", "/srv/data/", "/etc", "/"},
	})
	for _, tt := range []struct {
		text string
		want fsapi.Decision
	}{
		{"echo x > /srv/data/a", fsapi.Allow},
		{"mkdir -p ~/.cache/go-build/b", fsapi.Allow},
		{"rm -rf ~/.cache/go-build/b", fsapi.Allow},
		{"cd /srv/data && rm -rf old", fsapi.Allow},
		{"find /srv/data -name '*.tmp' -delete", fsapi.Allow},
		{"cp a /srv/data", fsapi.Allow},
		{"chmod -R u+w /srv/data/a", fsapi.Allow},
		{"rm -rf /srv/data", fsapi.Ask},
		{"rm -rf /srv/data/*", fsapi.Ask},
		{"rm -rf /srv/data/..", fsapi.Deny},
		{"rm -rf /srv/data/../other", fsapi.Ask},
		{"rm -rf /srv/database", fsapi.Ask},
		{"rm -rf /srv/data/$X", fsapi.Ask},
		{"echo x > /srv/data/a/.git/hooks/post-commit", fsapi.Ask},
		{"echo x > ~/.cache/other", fsapi.Ask},
		{"echo x > /etc/passwd", fsapi.Deny},
		{"rm -rf /usr/lib", fsapi.Deny},
		{"echo x > /opt/a/b", fsapi.Ask},
	} {
		if v := g.Judge(fsapi.Command{Text: tt.text}); v.Decision != tt.want {
			t.Errorf("%q is %s (%s), want %s", tt.text, v.Decision, v.Rule, tt.want)
		}
	}
	if v := g.Judge(fsapi.Command{Text: "cat /srv/data/a"}); v.ReadOnly {
		t.Error("reading outside the workspace counts as a reader")
	}
}

// TestTemporary: temporary files are nobody's loss, wherever the workspace lies.
func TestTemporary(t *testing.T) {
	for _, tt := range []struct {
		text        string
		want, among fsapi.Decision // with the workspace in a home directory, and among temporary files
	}{
		{"echo x > /tmp/x", fsapi.Allow, fsapi.Allow},
		{"mkdir -p /tmp/a/b && cp a.go /tmp/a/b", fsapi.Allow, fsapi.Allow},
		{"rm -rf /tmp/build-123", fsapi.Allow, fsapi.Ask},
		{"d=$(mktemp -d) && touch $d/a && rm -rf $d", fsapi.Allow, fsapi.Allow},
		{"d=$(mktemp -d -t build.XXXXXX); rm -rf \"$d\"", fsapi.Allow, fsapi.Allow},
		{"d=$(mktemp -d /tmp/build.XXXXXX); rm -rf \"$d\"", fsapi.Allow, fsapi.Allow},
		{"d=$(mktemp -d -p /tmp build.XXX); rm -rf \"$d\"", fsapi.Allow, fsapi.Allow},
		{"d=$(mktemp -d \"${TMPDIR:-/tmp}/build.XXX\"); rm -rf \"$d\"", fsapi.Allow, fsapi.Allow},
		{"f=$(mktemp ./out.XXX); rm -f \"$f\"", fsapi.Allow, fsapi.Allow},
		{"d=$(mktemp -d -p build); rm -rf \"$d\"", fsapi.Allow, fsapi.Allow},
		{"d=$(mktemp -d -p /var/lib); rm -rf \"$d\"", fsapi.Ask, fsapi.Ask},
		{"echo x > $TMPDIR/x", fsapi.Allow, fsapi.Allow},
		{"echo x > \"${TMPDIR:-/tmp}/x\"", fsapi.Allow, fsapi.Allow},
		{"rm -rf \"$TMPDIR/build\"", fsapi.Allow, fsapi.Allow},
		{"rm -rf \"$TMPDIR/home\"", fsapi.Deny, fsapi.Deny},
		{"rm -rf \"$TMPDIR\"/*", fsapi.Deny, fsapi.Deny},
		{"rm -rf /tmp", fsapi.Deny, fsapi.Deny},
		{"rm -rf /tmp/*", fsapi.Ask, fsapi.Deny},
	} {
		for workspace, want := range map[string]fsapi.Decision{"/home/dev/proj": tt.want, "/tmp/ws": tt.among} {
			g := guard.New(guard.Options{Workspace: workspace, Home: "/home/dev", User: "dev"})
			if v := g.Judge(fsapi.Command{Text: tt.text}); v.Decision != want {
				t.Errorf("%q in %s is %s (%s), want %s", tt.text, workspace, v.Decision, v.Rule, want)
			}
		}
	}
}
