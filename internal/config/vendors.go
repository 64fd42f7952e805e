package config

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Vendor is a service that is known by name.
type Vendor struct {
	Name    string
	APIKind string
	BaseURL string
	Model   string   // used when nobody names one
	KeyEnvs []string // variables that hold its key, first one first

	hosts []string // its services are there and on hosts below
	also  []string // other names before ":" in a model's name
	looks []string // beginnings of its models' names
}

// vendors is in the order in which keys in the environment decide when nothing is configured.
var vendors = []Vendor{
	{
		Name: "anthropic", APIKind: "anthropic", BaseURL: "https://api.anthropic.com", Model: "claude-sonnet-4-5",
		KeyEnvs: []string{"ANTHROPIC_API_KEY"}, hosts: []string{"anthropic.com"}, looks: []string{"claude-"},
	},
	{
		Name: "openai", APIKind: "openai", BaseURL: "https://api.openai.com/v1", Model: "gpt-5",
		KeyEnvs: []string{"OPENAI_API_KEY"}, hosts: []string{"openai.com"}, looks: []string{"gpt-", "o1", "o3", "o4"},
	},
	{
		Name: "gemini", APIKind: "openai", BaseURL: "https://generativelanguage.googleapis.com/v1beta/openai",
		Model: "gemini-2.5-pro", KeyEnvs: []string{"GEMINI_API_KEY"}, hosts: []string{"generativelanguage.googleapis.com"}, looks: []string{"gemini-"},
	},
	{
		Name: "openrouter", APIKind: "openai", BaseURL: "https://openrouter.ai/api/v1",
		Model: "anthropic/claude-sonnet-4.5", KeyEnvs: []string{"OPENROUTER_API_KEY"}, hosts: []string{"openrouter.ai"},
	},
	{
		Name: "siliconflow", APIKind: "openai", BaseURL: "https://api.siliconflow.cn/v1",
		Model: "deepseek-ai/DeepSeek-V3", KeyEnvs: []string{"SILICONFLOW_API_KEY", "SILICONFLOW_TOKEN"}, hosts: []string{"siliconflow.cn", "siliconflow.com"},
	},
	{
		Name: "moonshot", APIKind: "openai", BaseURL: "https://api.moonshot.ai/v1", Model: "kimi-k2-0905-preview",
		KeyEnvs: []string{"MOONSHOT_API_KEY"}, hosts: []string{"moonshot.ai", "moonshot.cn"}, also: []string{"kimi"}, looks: []string{"kimi-", "moonshot-"},
	},
	{
		Name: "mimo", APIKind: "openai", BaseURL: "https://api.xiaomimimo.com/v1", Model: "mimo-v2-flash",
		KeyEnvs: []string{"MIMO_API_KEY"}, hosts: []string{"xiaomimimo.com"}, looks: []string{"mimo-"},
	},
	{
		Name: "deepseek", APIKind: "openai", BaseURL: "https://api.deepseek.com/v1", Model: "deepseek-chat",
		KeyEnvs: []string{"DEEPSEEK_API_KEY"}, hosts: []string{"deepseek.com"}, looks: []string{"deepseek-"},
	},
}

// localServers are the endpoints to look at when nothing is configured and no key is there.
var localServers = []struct{ name, baseURL string }{
	{"ollama", "http://127.0.0.1:11434/v1"},
	{"llama.cpp", "http://127.0.0.1:8080/v1"},
	{"lmstudio", "http://127.0.0.1:1234/v1"},
}

// loginPrefixes name subscriptions that need a login instead of a key.
var loginPrefixes = []string{"gemini-cli", "google-gemini-cli", "claude-cli", "codex"}

// Vendors gives the known services with their default models, in the order in which a key in the
// environment decides.
func Vendors() []Vendor { return slices.Clone(vendors) }

// vendorNamed finds a vendor by its name or another name of it.
func vendorNamed(name string) (Vendor, bool) {
	for _, v := range vendors {
		if v.Name == name || slices.Contains(v.also, name) {
			return v, true
		}
	}
	return Vendor{}, false
}

// vendorAt finds the vendor whose service a URL belongs to.
func vendorAt(baseURL string) (Vendor, bool) {
	host := hostOf(baseURL)
	for _, v := range vendors {
		for _, own := range v.hosts {
			if host == own || strings.HasSuffix(host, "."+own) {
				return v, true
			}
		}
	}
	return Vendor{}, false
}

// vendorLike guesses the vendor from the name of a model.
func vendorLike(model string) (Vendor, bool) {
	for _, v := range vendors {
		for _, prefix := range v.looks {
			if strings.HasPrefix(model, prefix) {
				return v, true
			}
		}
	}
	return Vendor{}, false
}

// vendorOfKind is the maker of a wire format.
func vendorOfKind(kind string) Vendor {
	name := "openai"
	if kind == "anthropic" {
		name = "anthropic"
	}
	v, _ := vendorNamed(name)
	return v
}

func hostOf(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// isLoopback reports whether a URL leads to this computer.
func isLoopback(baseURL string) bool {
	host := hostOf(baseURL)
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}
