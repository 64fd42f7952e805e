package telemetry

import (
	"net/url"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
)

// Target is the model that is asked.
type Target struct {
	Kind    string // of the service's wire format
	BaseURL string // of the service
	Model   string
}

// known are services that have a name in the conventions, by the end of their host.
var known = []struct{ host, name string }{
	{"openai.com", "openai"},
	{"anthropic.com", "anthropic"},
	{"generativelanguage.googleapis.com", "gcp.gemini"},
	{"aiplatform.googleapis.com", "gcp.vertex_ai"},
	{"openai.azure.com", "azure.ai.openai"},
	{"amazonaws.com", "aws.bedrock"},
	{"x.ai", "x_ai"},
	{"deepseek.com", "deepseek"},
	{"groq.com", "groq"},
	{"mistral.ai", "mistral_ai"},
	{"perplexity.ai", "perplexity"},
	{"cohere.com", "cohere"},
}

// Provider names the service: as the conventions do, else by its wire format.
func (t Target) Provider() string {
	host := t.host()
	for _, k := range known {
		if host == k.host || strings.HasSuffix(host, "."+k.host) {
			return k.name
		}
	}
	switch t.Kind {
	case "gemini":
		return "gcp.gemini"
	case "responses", "":
		return "openai"
	}
	return t.Kind
}

func (t Target) host() string {
	u, err := url.Parse(t.BaseURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// attributes are those of every request to the model.
func (t Target) attributes() []attribute.KeyValue {
	all := []attribute.KeyValue{
		attribute.String(operationName, chat), attribute.String(providerName, t.Provider()), attribute.String(requestModel, t.Model),
	}
	if host := t.host(); host != "" {
		all = append(all, attribute.String(serverAddress, host))
		if u, err := url.Parse(t.BaseURL); err == nil {
			if port, err := strconv.Atoi(u.Port()); err == nil {
				all = append(all, attribute.Int(serverPort, port))
			}
		}
	}
	return all
}
