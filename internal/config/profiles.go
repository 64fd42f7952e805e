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
	if openai, _ := l.vendors.named("openai"); !openai.off && l.src.Env(openai.BaseURLEnv()) != "" {
		list.Items = append(list.Items, namedProfile(openai.Name, "environment "+openai.BaseURLEnv()))
	}
	for _, v := range l.vendors {
		known := slices.ContainsFunc(list.Items, func(p *yamldoc.Node) bool { return nameOf(p) == v.Name })
		if from := l.decides(v); from != "" && !known {
			list.Items = append(list.Items, namedProfile(v.Name, from))
		}
	}
	return list
}

// decides gives what in the environment speaks for a vendor when nothing is configured, or "": its key,
// or for a service on this computer its address.
func (l *loader) decides(v Vendor) string {
	moved := l.src.Env(v.BaseURLEnv())
	switch {
	case v.off || v.own || v.Login != "" || v.BaseURL == "" && moved == "":
		return ""
	case v.Local && moved != "":
		return "environment " + v.BaseURLEnv()
	}
	for _, name := range v.KeyEnvs {
		if _, from := l.variable(name); from != "" {
			return from
		}
	}
	return ""
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
	ours     bool   // the endpoint is that vendor's; else the vendor is only the maker of its wire format
	assigned bool   // the user says that the vendor's service is at this URL, by a variable or providers
	replaced string // the variable that took the place of a URL in a file, or ""
}

// complete adds to a profile what it does not say: kind, base URL and model of its vendor, what the user
// says about that vendor, and the defaults for all profiles. A variable <VENDOR>_BASE_URL replaces a base
// URL that is there.
func (l *loader) complete(profile *yamldoc.Node) {
	if profile.Get("apiKind").IsSet() && profile.Get("apiKind").Text == "stub" {
		return
	}
	vendor, maker := l.vendorOf(profile)
	s := service{vendor: vendor, ours: true}
	own, given := profile.Get("baseURL"), ""
	if hasText(own) {
		given = own.Text
	}
	env := s.vendor.BaseURLEnv()
	configured := l.tree.Get("providers", s.vendor.Name, "baseURL")
	switch value := l.src.Env(env); {
	case value != "":
		s.assigned = true
		if given != "" && given != value {
			s.replaced = env
		}
		given = value
		profile.Set(yamldoc.NewScalar("environment "+env, value), "baseURL")
	case given != "":
		at, known := l.vendors.at(given)
		s.ours = known && at.Name == s.vendor.Name || hasText(configured) && sameHost(given, configured.Text)
	case hasText(configured):
		s.assigned = true
		given = configured.Text
		profile.Set(configured, "baseURL")
	}
	if s.ours {
		l.inherit(profile, s.vendor)
	}
	kind := s.vendor.KindAt(given)
	if own := profile.Get("apiKind"); hasText(own) {
		kind = own.Text
	} else if maker {
		kind = "openai"
	}
	setDefault(profile, "baseURL", s.vendor.urlFor(kind))
	setDefault(profile, "apiKind", kind)
	setDefault(profile, "model", s.vendor.Model)
	l.applyDefaults(profile)
	l.services[nameOf(profile)] = s
}

func sameHost(a, b string) bool {
	x, errX := url.Parse(a)
	y, errY := url.Parse(b)
	return errX == nil && errY == nil && x.Host == y.Host && x.Scheme == y.Scheme
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
func (l *loader) checkURL(profile *yamldoc.Node) {
	n := profile.Get("baseURL")
	if !hasText(n) {
		if v := l.services[nameOf(profile)].vendor; v.Name != "" && v.BaseURL == "" && !v.own {
			l.problem(profile.Problem("profile %q needs a baseURL: the address of %s is another one for each user", nameOf(profile), v.Name))
		}
		return
	}
	u, err := url.Parse(n.Text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		l.problem(n.Problem("the base URL must begin with http:// or https:// and name a host"))
	case u.User != nil:
		l.problem(n.Problem("the base URL must not hold a user name or password; name the key's variable in apiKeyEnv"))
	case u.RawQuery != "" || u.Fragment != "":
		l.problem(n.Problem("the base URL must not hold a query (?...) or a fragment (#...); parameters go into query"))
	}
}

func hasText(n *yamldoc.Node) bool { return n.IsSet() && n.Text != "" }

func setDefault(profile *yamldoc.Node, key, text string) {
	if text != "" && !hasText(profile.Get(key)) {
		profile.Set(yamldoc.NewScalar("default", text), key)
	}
}

// vendorOf says whose service a profile is: the one that its URL belongs to; without a URL the one it is
// named after, as in "vendor" and "vendor/model"; else only the maker of its wire format is known.
func (l *loader) vendorOf(profile *yamldoc.Node) (v Vendor, maker bool) {
	kind := profile.Get("apiKind")
	name, _, _ := strings.Cut(nameOf(profile), "/")
	if own := profile.Get("baseURL"); hasText(own) {
		if v, ok := l.vendors.at(own.Text); ok {
			return v, false
		}
	} else if v, ok := l.vendors.named(name); ok && (!kind.IsSet() || v.own || v.speaks(kind.Text)) {
		return v, false
	}
	if kind.IsSet() {
		return l.vendors.ofKind(kind.Text), true
	}
	return l.vendors.ofKind("openai"), true
}

// probes are the local servers to look for, each as a profile. A model that was asked for is kept;
// without one the server's list of models decides.
func (l *loader) probes(model string) []Profile {
	var out []Profile
	for _, name := range probed {
		server, _ := l.vendors.named(name)
		if server.off {
			continue
		}
		var p Profile
		p.SetDefaults()
		p.Name, p.BaseURL, p.Model, p.Service = server.Name, server.BaseURL, model, server.Name
		out = append(out, p)
	}
	return out
}
