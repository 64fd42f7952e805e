// Package providers makes the client of a model service by the kind of its API. Each kind is a wire
// format with a package of its own below; vendors are settings over them, see package config.
//
//	anthropic  Messages, of Anthropic and those who offer the same
//	openai     Chat Completions, which most services and local servers speak
//	responses  OpenAI's Responses API, for models that reason
//	goopenai   what makes the library of these two one that can be relied on
//	gemini     Google's Gemini API, and the service behind the login of its command line
//	format     what the adapters of all formats share
//	wire       the guarded HTTP under all of them
package providers

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"eidolon/actors/model"
	"eidolon/internal/providers/anthropic"
	"eidolon/internal/providers/gemini"
	"eidolon/internal/providers/openai"
	"eidolon/internal/providers/responses"
	"eidolon/internal/providers/wire"
)

// Client is a model service with connections to give up in the end.
type Client interface {
	model.Client
	Close()
}

// kind is a wire format by the name that profiles call it.
type kind struct {
	name string
	open func(wire.Service) (Client, error)
}

// kinds are the formats that there are.
var kinds = []kind{
	{"anthropic", func(s wire.Service) (Client, error) { return anthropic.New(s) }},
	{"openai", func(s wire.Service) (Client, error) { return openai.New(s) }},
	{"responses", func(s wire.Service) (Client, error) { return responses.New(s) }},
	{"gemini", func(s wire.Service) (Client, error) { return gemini.New(s) }},
}

// Kinds names the formats.
func Kinds() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// Open makes the client of a service that speaks the format of that name. It opens no connection.
func Open(name string, s wire.Service) (Client, error) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no apiKind %q; the kinds are %s", name, strings.Join(Kinds(), ", "))
	}
	s.Kind = name
	return kinds[i].open(s)
}

// Searches says whether a service searches the web by itself when it is told to, as far as its format has a
// way to ask for it.
func Searches(kind, baseURL, model string) bool {
	switch kind {
	case "anthropic", "responses", "gemini":
		return true
	case "openai":
		u, err := url.Parse(baseURL)
		return err == nil && openai.Searches(u.Hostname(), model)
	}
	return false
}
