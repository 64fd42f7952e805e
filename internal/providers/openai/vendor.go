package openai

import (
	"net/url"
	"slices"
	"strings"

	"eidolon/actors/model"
	"eidolon/internal/providers/wire"
)

// The hosts that are known to want something of their own.
const (
	hostOpenAI     = "api.openai.com"
	hostOpenRouter = "openrouter.ai"
)

// echoHosts are services whose models lose the thread in a loop of tools when they do not get back what
// they thought before a call, or refuse to go on without it.
var echoHosts = []string{"api.deepseek.com", "api.moonshot.ai", "api.moonshot.cn", "api.xiaomimimo.com"}

// echoes tells whether a service wants the reasoning before calls back.
func echoes(s wire.Service, endpoint *url.URL) bool {
	return s.ReasoningBack || slices.Contains(echoHosts, endpoint.Host)
}

// more gives the members of a request that only some services take, each with a comma before it:
//
//   - a key for the cache of prompts, at OpenAI; others refuse what they do not know;
//   - the search of the web, at OpenAI for the models that are made for it, and at OpenRouter. There is no
//     common way to ask for it, so elsewhere it is left out.
func more(req model.Request, host string) string {
	out := ""
	if t := req.Temperature; t != nil && *t == 0 {
		out += `,"temperature":0` // the library takes 0 for not set
	}
	if req.CacheKey != "" && host == hostOpenAI {
		out += `,"prompt_cache_key":` + string(encoded(req.CacheKey))
	}
	switch {
	case !req.WebSearch:
	case host == hostOpenAI && strings.Contains(req.Model, "-search"):
		out += `,"web_search_options":{}`
	case host == hostOpenRouter:
		out += `,"plugins":[{"id":"web"}]`
	}
	return out
}
