package config

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Vendor is a service that is known by name: one of those built in, or one of the user's own.
type Vendor struct {
	Name      string
	APIKind   string
	BaseURL   string   // "" for a service whose address is another one for each user
	Model     string   // used when nobody names one
	KeyEnvs   []string // variables that hold its key, first one first
	KeyHeader string   // the header for the key, where it has one of its own
	Login     string   // the login that it needs instead of a key
	Local     bool     // it runs on this computer and needs no key

	elsewhere string   // its kind at any other address; "" is the same
	compatURL string   // where it speaks the format of openai, beside its own; or ""
	hosts     []string // its services are there and on hosts below
	also      []string // other names before ":" in a model's name
	looks     []string // beginnings of its models' names; "*" before a word is anywhere
	unlisted  bool     // it has no list of models to ask for
	thinks    bool     // its models want back what they thought before a call
	off       bool     // the user switched it off
	own       bool     // the user made it
}

// Answers says whether the vendor goes by a name.
func (v Vendor) Answers(name string) bool { return v.Name == name || slices.Contains(v.also, name) }

// BaseURLEnv is the variable that moves the vendor's service to another address.
func (v Vendor) BaseURLEnv() string {
	word := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToUpper(v.Name))
	return word + "_BASE_URL"
}

// Vendors gives the built-in services with their default models, in the order in which a key in the
// environment decides.
func Vendors() []Vendor { return slices.Clone(vendors) }

// vendorList is the vendors that a configuration knows.
type vendorList []Vendor

// named finds a vendor by its name or another name of it.
func (all vendorList) named(name string) (Vendor, bool) {
	return all.find(func(v Vendor) bool { return v.Answers(name) })
}

// at finds the vendor whose service a URL belongs to.
func (all vendorList) at(baseURL string) (Vendor, bool) {
	host := hostOf(baseURL)
	return all.find(func(v Vendor) bool {
		return slices.ContainsFunc(v.hosts, func(own string) bool { return host == own || strings.HasSuffix(host, "."+own) })
	})
}

// like guesses the vendor from the name of a model.
func (all vendorList) like(model string) (Vendor, bool) {
	return all.find(func(v Vendor) bool {
		return !v.off && slices.ContainsFunc(v.looks, func(look string) bool { return looksLike(model, look) })
	})
}

func looksLike(model, look string) bool {
	if word, anywhere := strings.CutPrefix(look, "*"); anywhere {
		return strings.Contains(model, word)
	}
	rest, ok := strings.CutPrefix(model, look)
	return ok && (len(look) > 1 || rest != "" && rest[0] >= '0' && rest[0] <= '9') // "o" is for o1, o3 and so on
}

// ofKind is the maker of a wire format.
func (all vendorList) ofKind(kind string) Vendor {
	name := "openai"
	if kind == "anthropic" || kind == "gemini" {
		name = kind
	}
	v, _ := all.named(name)
	return v
}

func (all vendorList) find(fits func(Vendor) bool) (Vendor, bool) {
	if i := slices.IndexFunc(all, fits); i >= 0 {
		return all[i], true
	}
	return Vendor{}, false
}

// KindAt is the wire format of the vendor at an address that somebody gave, or at its own for "".
func (v Vendor) KindAt(given string) string {
	switch {
	case v.compatURL != "" && strings.HasSuffix(strings.TrimRight(given, "/"), "/openai"):
		return "openai"
	case v.elsewhere != "" && given != "":
		return v.elsewhere
	}
	return v.APIKind
}

// speaks says whether the vendor has a service of that kind.
func (v Vendor) speaks(kind string) bool {
	return kind == v.APIKind || kind == v.elsewhere || kind == "openai" && v.compatURL != ""
}

// urlFor is where the vendor speaks a kind; "" is the usual one.
func (v Vendor) urlFor(kind string) string {
	if kind == "openai" && v.compatURL != "" {
		return v.compatURL
	}
	return v.BaseURL
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
