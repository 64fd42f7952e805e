package config

import (
	"net/url"
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// zeroProfiles makes a profile for each vendor that the environment gives a key for, and for an
// endpoint named by OPENAI_BASE_URL, which needs no key and comes first.
func (l *loader) zeroProfiles() *yamldoc.Node {
	list := &yamldoc.Node{Kind: yamldoc.List, Source: "environment"}
	if l.src.Env("OPENAI_BASE_URL") != "" {
		list.Items = append(list.Items, namedProfile("openai", "environment OPENAI_BASE_URL"))
	}
	for _, v := range vendors {
		known := slices.ContainsFunc(list.Items, func(p *yamldoc.Node) bool { return nameOf(p) == v.Name })
		for _, name := range v.KeyEnvs {
			if _, from := l.variable(name); from != "" && !known {
				list.Items = append(list.Items, namedProfile(v.Name, from))
				break
			}
		}
	}
	return list
}

// namedProfile makes a profile with nothing but a name; complete does the rest.
func namedProfile(name, source string) *yamldoc.Node {
	profile := yamldoc.NewMap(source)
	profile.Set(yamldoc.NewScalar(source, name), "name")
	return profile
}

// service is what is known about a profile's endpoint beside the profile itself.
type service struct {
	vendor   Vendor
	assigned bool   // the user says that the vendor's service is at this URL, by a variable or providers
	replaced string // the variable that took the place of a URL in a file, or ""
}

// complete adds to a profile what it does not say: kind, base URL and model of its vendor, and the
// defaults for all profiles. A variable <VENDOR>_BASE_URL replaces a base URL that is there.
func (l *loader) complete(profile *yamldoc.Node) {
	if profile.Get("apiKind").IsSet() && profile.Get("apiKind").Text == "stub" {
		return
	}
	s := service{vendor: vendorOf(profile)}
	own := profile.Get("baseURL")
	env := strings.ToUpper(s.vendor.Name) + "_BASE_URL"
	configured := l.tree.Get("providers", s.vendor.Name, "baseURL")
	switch value := l.src.Env(env); {
	case value != "":
		s.assigned = true
		if hasText(own) && own.Text != value {
			s.replaced = env
		}
		profile.Set(yamldoc.NewScalar("environment "+env, value), "baseURL")
	case hasText(own):
	case hasText(configured):
		s.assigned = true
		profile.Set(configured, "baseURL")
	default:
		setDefault(profile, "baseURL", s.vendor.BaseURL)
	}
	setDefault(profile, "apiKind", s.vendor.APIKind)
	setDefault(profile, "model", s.vendor.Model)
	l.applyDefaults(profile)
	l.services[nameOf(profile)] = s
}

// applyDefaults gives a profile what models.defaults holds and it does not.
func (l *loader) applyDefaults(profile *yamldoc.Node) {
	defaults := l.tree.Get("models", "defaults")
	if !defaults.IsSet() {
		return
	}
	for _, f := range defaults.Fields {
		if !profile.Get(f.Key).IsSet() {
			profile.Set(f.Value, f.Key)
		}
	}
}

// checkURL reports a base URL that cannot be used. The URL is not quoted, as it may hold a password.
func (l *loader) checkURL(n *yamldoc.Node) {
	if !hasText(n) {
		return
	}
	u, err := url.Parse(n.Text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		l.problem(n.Problem("the base URL must begin with http:// or https:// and name a host"))
	case u.User != nil:
		l.problem(n.Problem("the base URL must not hold a user name or password; name the key's variable in apiKeyEnv"))
	case u.RawQuery != "" || u.Fragment != "":
		l.problem(n.Problem("the base URL must not hold a query (?...) or a fragment (#...)"))
	}
}

func hasText(n *yamldoc.Node) bool { return n.IsSet() && n.Text != "" }

func setDefault(profile *yamldoc.Node, key, text string) {
	if !hasText(profile.Get(key)) {
		profile.Set(yamldoc.NewScalar("default", text), key)
	}
}

// vendorOf says whose service a profile is: the one its URL belongs to; without a URL the one it is
// named after; else the maker of its wire format.
func vendorOf(profile *yamldoc.Node) Vendor {
	kind := profile.Get("apiKind")
	if own := profile.Get("baseURL"); hasText(own) {
		if v, ok := vendorAt(own.Text); ok {
			return v
		}
	} else if v, ok := vendorNamed(nameOf(profile)); ok && (!kind.IsSet() || kind.Text == v.APIKind) {
		return v
	}
	if kind.IsSet() {
		return vendorOfKind(kind.Text)
	}
	return vendorOfKind("openai")
}

// probes are the local servers to look for, each as a profile. A model that was asked for is kept;
// without one the server's list of models decides.
func probes(model string) []Profile {
	var out []Profile
	for _, server := range localServers {
		var p Profile
		p.SetDefaults()
		p.Name, p.BaseURL, p.Model = server.name, server.baseURL, model
		out = append(out, p)
	}
	return out
}
