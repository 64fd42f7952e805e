package openai

import (
	"strings"

	"eidolon/actors/model"
)

// The hosts that are known to want something of their own.
const (
	hostOpenAI     = "api.openai.com"
	hostOpenRouter = "openrouter.ai"
)

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
	case !req.WebSearch || !Searches(host, req.Model):
	case host == hostOpenAI:
		out += `,"web_search_options":{}`
	case host == hostOpenRouter:
		out += `,"plugins":[{"id":"web"}]`
	}
	return out
}

// Searches says whether a service searches the web by itself for a model.
func Searches(host, model string) bool {
	return host == hostOpenAI && strings.Contains(model, "-search") || host == hostOpenRouter
}
