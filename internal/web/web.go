// Package web holds the tools that reach the network: one fetches a page, the other asks a search service.
//
// What they read comes from anybody, and the addresses come from a model that has read such texts before. So
// the package trusts neither:
//
//	address.go   what is an address at all, in one spelling
//	reach.go     which machines may be asked: none of the user's own networks, whatever name leads there
//	path.go      the one spelling of what follows the host
//	label.go     the form in which a name in other letters is looked up
//	get.go       one page within limits of time and size; a redirect to another host is told, not followed
//	fetch.go     fetch_webpage: the page as text
//	search.go    web_search
//	service.go   the service that it asks: one of those in searxng.go, brave.go and tavily.go
//	failure.go   what went wrong, in words for the model
//
// Whether a call may be made at all is the policy's to say. It learns the host from [tool.Class.Reaches].
package web

import (
	"errors"
	"net/http"
	"time"

	"eidolon/actors/tool"
)

// Options are what the tools work with.
type Options struct {
	// Way gives the transport to other machines, with the user's proxy and certificates.
	Way func() (*http.Transport, error)
	// AllowHosts are hosts of the user's own networks that may be asked all the same: "host", "host:port" or
	// "*.domain".
	AllowHosts []string
	// Off says why the network is not used, or is "".
	Off     string
	Version string // of the program, for the services that are asked
	// Secret says whether a text shows a secret of the user's, in whatever spelling. Nil knows of none.
	Secret func(text string) bool
	// Keep keeps a text as a file in a directory of the session. Nil keeps none.
	Keep func(dir, name, text string) error

	Search Search
	Limits Limits
}

// Limits bound the waits for a page. Zero fields take their defaults.
type Limits struct {
	FirstByte time.Duration // until the answer begins, for each redirect anew; 15 s
	Total     time.Duration // 60 s
}

func (l Limits) orDefaults() Limits {
	if l.FirstByte <= 0 {
		l.FirstByte = 15 * time.Second
	}
	if l.Total <= 0 {
		l.Total = time.Minute
	}
	return l
}

// New gives the handlers of the tools. Without a search service there is no web_search.
func New(o Options) []tool.Handler {
	o.Limits = o.Limits.orDefaults()
	list := []tool.Handler{fetch{o}}
	if o.Search.Backend != "" {
		list = append(list, search{o})
	}
	return list
}

// classed is the class of a call that asks a host something.
func (o Options) classed(host, subject string) tool.Class {
	c := tool.Class{ReadOnly: true, Subject: subject, Reaches: host}
	if o.Off != "" {
		c.Reaches = "" // it will reach nothing, so nobody has to be asked about it
	}
	return c
}

// errSecret is why something is not asked: whoever made the model write it down wants to read it.
var errSecret = errors.New("it holds a key or a password of the user's, which is sent to nobody; leave it out")

func (o Options) tells(text string) bool { return o.Secret != nil && o.Secret(text) }

// off is the result of every call while the network is not used.
func (o Options) off() tool.Result {
	return tool.Fail(tool.Failed, "The network is switched off: "+o.Off+". Work with what is on this machine, or ask the user for the text.").
		WithKind("network_off")
}

// send makes one request, whatever the answer is: a redirect is an answer too.
func (o Options) send(r *http.Request) (*http.Response, error) {
	r.Header.Set("User-Agent", o.agent())
	t, err := o.transport(r)
	if err != nil {
		return nil, err
	}
	return t.RoundTrip(r)
}

// agent is how the program calls itself.
func (o Options) agent() string {
	if o.Version == "" {
		return "eidolon"
	}
	return "eidolon/" + o.Version
}
