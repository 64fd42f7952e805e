package routes

import (
	"maps"
	"slices"
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/internal/leaf/nearest"
)

type registry struct {
	byName map[string]actorkit.Address
}

// Child makes the registry. What is registered survives a crash: it is only names and addresses, and
// the actors behind them do not notice.
func Child(restart actorkit.Restart) actorkit.Child {
	byName := map[string]actorkit.Address{}
	return actorkit.Child{New: func() actorkit.Behavior { return &registry{byName} }, Restart: restart}
}

// Receive implements actorkit.Behavior.
func (r *registry) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
		for _, who := range r.byName { // who has ended meanwhile is told at once
			env.Watch(who)
		}
	case Msg:
		r.onMsg(env, m)
	case actorkit.Gone:
		maps.DeleteFunc(r.byName, func(_ string, who actorkit.Address) bool { return who.Same(m.Who) })
	default:
		env.Unhandled(m)
	}
}

func (r *registry) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Register:
		r.byName[m.Name] = m.Who
		env.Watch(m.Who)
	case Resolve:
		m.ReplyTo.Tell(r.resolve(m))
	case List:
		m.ReplyTo.Tell(r.listing())
	}
}

func (r *registry) resolve(m Resolve) Note {
	if who, ok := r.byName[m.Name]; ok {
		return Resolved{ID: m.ID, Name: m.Name, Who: who}
	}
	return NotFound{ID: m.ID, Name: m.Name, Nearest: r.nearest(m.Name)}
}

// nearest gives the known name of the same kind whose last part looks most like that of an unknown
// one. What names share in front says nothing about which was meant.
func (r *registry) nearest(name string) string {
	kind, _, _ := strings.Cut(name, "/")
	full := map[string]string{}
	for _, known := range slices.Sorted(maps.Keys(r.byName)) {
		if k, _, _ := strings.Cut(known, "/"); k != kind {
			continue
		}
		if short := lastPart(known); len(known) > len(full[short]) {
			full[short] = known
		}
	}
	return full[nearest.Name(lastPart(name), slices.Sorted(maps.Keys(full)))]
}

func lastPart(name string) string { return name[strings.LastIndexAny(name, "/.")+1:] }

func (r *registry) listing() Listing {
	var all []Route
	for _, name := range slices.Sorted(maps.Keys(r.byName)) {
		all = append(all, Route{Name: name, Who: r.byName[name].String()})
	}
	return Listing{Routes: all}
}
