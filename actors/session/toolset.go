package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/toolmatch"
)

// setTools takes other tools, between two turns.
func (s *session) setTools(m SetTools) {
	s.o.Tools, s.o.Servers = m.Tools, m.Servers
	s.kept.tools, s.native = &m, nil
	s.leftOutTools = false
}

// withServers adds to instructions what a model has to know of the tools of servers. On a native wire the
// request itself tells it.
func (s *session) withServers(instructions string, native bool) string {
	if native || s.o.Servers == "" {
		return instructions
	}
	return instructions + "\n\n" + s.o.Servers
}

// tellServers tells the model before a turn of the tools of servers, unless just that is the last that it was
// told of them.
func (s *session) tellServers(env actorkit.Env) {
	if !s.model().Native && s.o.Servers != "" && !s.toldServers() {
		s.tellModel(env, s.o.Servers)
	}
}

func (s *session) toldServers() bool {
	anySuch, _, _ := strings.Cut(s.o.Servers, "\n")
	for _, m := range slices.Backward(s.conv.messages) {
		switch {
		case m.Role != model.System:
		case strings.Contains(m.Text, s.o.Servers):
			return true
		case strings.Contains(m.Text, anySuch), strings.HasPrefix(m.Text, TakesOver), strings.HasPrefix(m.Text, AnswersAgain):
			return false // of others, or of all tools but those
		}
	}
	return false
}

// maxNative is the number of tools that a request on a native wire explains. Services refuse requests with
// more, and every one of them is paid for with each request.
const maxNative = 128

// nativeTools describes the tools for a native wire, the first of them when there are too many: those of
// servers come last. They are the same for all requests until there are others.
func (s *session) nativeTools() []model.Tool {
	if s.native == nil {
		for _, t := range s.o.Tools[:min(len(s.o.Tools), maxNative)] {
			s.native = append(s.native, model.Tool{Name: t.Name, Description: t.Summary, Schema: t.Schema()})
		}
	}
	return s.native
}

// tellLeftOut tells the user of the tools that a model on a native wire does not hear of, once for the same
// tools.
func (s *session) tellLeftOut(env actorkit.Env) {
	if s.leftOutTools || !s.model().Native || s.o.Caller != nil || len(s.o.Tools) <= maxNative {
		return
	}
	s.leftOutTools = true
	all, left := map[string]int{}, map[string]int{}
	for i, t := range s.o.Tools {
		server := toolmatch.ServerOf(t.Name)
		all[server]++
		if i >= maxNative {
			left[server]++
		}
	}
	var parts []string
	for _, server := range slices.Sorted(maps.Keys(left)) {
		parts = append(parts, fmt.Sprintf("%s (%d of %d)", server, left[server], all[server]))
	}
	s.tell(env, event.Notice{Code: "tools_left_out", Message: fmt.Sprintf(
		"The model is told of %d tools and no more. Left out are some of %s. `tools` of a server in the configuration chooses among its own.",
		maxNative, strings.Join(parts, ", "))})
}

// ForeignTools gives the tools by each of their names, for calls in other notations than ours.
func ForeignTools(specs []tool.Spec) map[string]tool.Spec {
	tools := map[string]tool.Spec{}
	for _, s := range specs {
		for _, name := range s.Names() {
			tools[name] = s
		}
	}
	return tools
}

// MainParams tells which parameter of a tool takes the text body of an XNL call. A tool that does not
// exist gets its body too, so that the model hears of the wrong name and not of the body.
func MainParams(specs []tool.Spec) func(name string) (string, bool) {
	mains := map[string]string{}
	for _, s := range specs {
		for _, name := range s.Names() {
			mains[name] = s.Main
		}
	}
	return func(name string) (string, bool) {
		main, known := mains[name]
		if !known {
			return "text", true
		}
		return main, main != ""
	}
}
