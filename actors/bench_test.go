package actors_test

import (
	"context"
	"strings"
	"testing"

	"eidolon/actors"
	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/renderer"
	"eidolon/actors/routes"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/internal/store"
)

// BenchmarkRoute is a question to the route registry and its answer.
func BenchmarkRoute(b *testing.B) {
	sys := actorkit.NewSystem(actorkit.Options{})
	defer sys.Shutdown()
	addr, err := sys.Spawn("routes", routes.Child(actorkit.Restart{}))
	if err != nil {
		b.Fatal(err)
	}
	registry := actorkit.As[routes.Msg](addr)
	registry.Tell(routes.Register{Name: "tool/T.read", Who: addr})
	b.ResetTimer()
	for b.Loop() {
		_, err := actorkit.Ask(b.Context(), sys, registry, func(r actorkit.Ref[routes.Note]) routes.Msg {
			return routes.Resolve{Name: "tool/T.read", ReplyTo: r}
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// eager is a client that calls the tool again and again, at once.
type eager struct{}

func (eager) Stream(_ context.Context, _ model.Request, emit func(model.Chunk) error) (model.End, error) {
	const call = "!unquote_start\n<tool_call T.read id=\"a\" { arg = \"x\" }>\n!unquote_end\n"
	for _, c := range []model.Chunk{model.Text{Text: call}, model.Usage{Input: 1, Output: 1}} {
		if err := emit(c); err != nil {
			return model.End{}, err
		}
	}
	return model.End{Reason: "stop"}, nil
}

// BenchmarkRoundTrip is one call through stream, session, journal (in memory), dispatcher, call and
// tool and back into the next request: everything of a round but the network and the work itself.
func BenchmarkRoundTrip(b *testing.B) {
	instant := fake{name: "read", reads: true, run: func(context.Context, tool.Call, func(tool.Progress)) tool.Result {
		return tool.OK(nil, "done")
	}}
	log, err := store.Memory(store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	system, err := actors.Start(b.Context(), actors.Options{
		Tools: []tool.Handler{instant}, Profiles: []string{"p"}, InFlight: 1, Calls: 8,
		Failed: func(why string) { b.Error(why) }, Notice: func(line string) { b.Error(line) },
	})
	if err != nil {
		b.Fatal(err)
	}
	seen := &witness{ended: make(chan event.Event, 1)}
	o := plainSession(log, eager{}, []tool.Spec{instant.Spec()}, func(string) (renderer.Sink, bool) { return seen, true })
	o.Limits.MaxRounds = b.N
	conv, err := system.Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	conv.Tell(session.Attach{Name: "bench"})
	b.ResetTimer()
	conv.Tell(session.UserTurn{Text: strings.Repeat("go ", 10)})
	<-seen.ended
	b.StopTimer()
	if err := conv.Close(b.Context()); err != nil {
		b.Error(err)
	}
	if err := system.Close(b.Context()); err != nil {
		b.Error(err)
	}
}
