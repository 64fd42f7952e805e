package routes_test

import (
	"strings"
	"testing"

	"eidolon/actors/actorkit"
	"eidolon/actors/routes"
)

// Covers: E16
func TestRoutes(t *testing.T) {
	r := actorkit.NewRecorder("routes", routes.Child(actorkit.Restart{}).New())
	asker := actorkit.As[routes.Note](r.Peer("asker"))
	for _, name := range []string{"tool/SysBuiltIn.bash", "tool/bash", "tool/SysBuiltIn.grep", "session/1"} {
		r.Deliver(routes.Register{Name: name, Who: r.Peer("who/" + name)})
	}
	r.Transcript()
	for _, step := range []struct {
		name string
		m    any
		want string
	}{
		{"known", routes.Resolve{ID: "1", Name: "tool/bash", ReplyTo: asker}, "Resolved{ID:1 Name:tool/bash Who:who/tool/bash}"},
		{"a letter off, with the full name for a hint", routes.Resolve{Name: "tool/SysBuiltIn.bsh", ReplyTo: asker}, "NotFound{ID: Name:tool/SysBuiltIn.bsh Nearest:tool/SysBuiltIn.bash}"},
		{"nothing like it", routes.Resolve{Name: "tool/SysBuiltIn.nope", ReplyTo: asker}, "NotFound{ID: Name:tool/SysBuiltIn.nope Nearest:}"},
		{"of another kind", routes.Resolve{Name: "tool/1", ReplyTo: asker}, "NotFound{ID: Name:tool/1 Nearest:}"},
		{"a later registration wins", routes.Register{Name: "tool/bash", Who: r.Peer("new")}, "routes watches new"},
		{"who ends is forgotten", actorkit.Gone{Who: r.Peer("who/session/1")}, ""},
		{"listing", routes.List{ReplyTo: asker}, "Listing{Routes:[{Name:tool/SysBuiltIn.bash Who:who/tool/SysBuiltIn.bash} {Name:tool/SysBuiltIn.grep Who:who/tool/SysBuiltIn.grep} {Name:tool/bash Who:new}]}"},
	} {
		r.Deliver(step.m)
		if got := strings.TrimPrefix(r.Transcript(), "routes -> asker "); got != step.want {
			t.Errorf("%s: got %s, want %s", step.name, got, step.want)
		}
	}
}
