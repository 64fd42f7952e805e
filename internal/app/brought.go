package app

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// brought are the tools that servers bring along. Those of a server that is down are among them: their calls
// say so, and what the model was told of stays the same.
type brought struct {
	mu      sync.Mutex
	tools   map[string][]tool.Spec // by the names of the servers
	coming  map[string]bool        // servers whose first try to connect goes on
	changed chan struct{}          // closed when coming changes, and then another one
}

func newBrought() *brought {
	return &brought{tools: map[string][]tool.Spec{}, coming: map[string]bool{}, changed: make(chan struct{})}
}

// expect says that a server is being connected to for the first time.
func (b *brought) expect(server string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.coming[server] = true
}

// put takes what a server has brought. It waits for nobody.
func (b *brought) put(server string, specs []tool.Spec) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tools[server] = specs
}

// settle says that the first try to connect to a server is over, whatever came of it.
func (b *brought) settle(server string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.coming[server] {
		delete(b.coming, server)
		close(b.changed)
		b.changed = make(chan struct{})
	}
}

// all gives the tools in the order of their names.
func (b *brought) all() []tool.Spec {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all []tool.Spec
	for _, specs := range b.tools {
		all = append(all, specs...)
	}
	slices.SortFunc(all, func(a, b tool.Spec) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// of gives the tools of a server.
func (b *brought) of(server string) []tool.Spec {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tools[server]
}

// awaited gives the servers that are yet to come, and what is closed when there are fewer.
func (b *brought) awaited() (names []string, changed <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name := range b.coming {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, b.changed
}

// quietly is how long a prompt waits for servers without a word.
const quietly = time.Second

// awaitServers waits until the first try to connect to each server is over, which every one of them bounds.
func (a *App) awaitServers(ctx context.Context) error {
	speak := time.NewTimer(quietly) //nolint:forbidigo // what it bounds is a person's patience
	defer speak.Stop()
	for {
		names, changed := a.bench.brought.awaited()
		if len(names) == 0 {
			return nil
		}
		select {
		case <-changed:
		case <-speak.C:
			a.options.Notice(a.options.Lang.N(len(names), "waiting for the server %s", "waiting for %d servers: %s", strings.Join(names, ", ")))
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// otherTools is what tells the session of the tools that servers have brought since it was told last.
func (a *App) otherTools() []session.Msg {
	now := a.bench.brought.all()
	a.mu.Lock()
	defer a.mu.Unlock()
	if reflect.DeepEqual(now, a.told) || len(now)+len(a.told) == 0 {
		return nil
	}
	a.told = now
	return []session.Msg{session.SetTools{Tools: append(slices.Clip(a.specs), now...), Servers: a.bench.serversText(a.options)}}
}
