package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/internal/leaf/proxy"
	"eidolon/internal/leaf/redact"
	"eidolon/internal/leaf/yamldoc"
)

// endpointNodes gives the parts of a file that say how services are reached: the defaults, each provider
// and each profile.
func endpointNodes(tree *yamldoc.Node) []*yamldoc.Node {
	var all []*yamldoc.Node
	add := func(n *yamldoc.Node) {
		if n != nil && n.Kind == yamldoc.Map {
			all = append(all, n)
		}
	}
	add(tree.Get("models", "defaults"))
	if profiles := tree.Get("models", "profiles"); profiles != nil {
		for _, n := range profiles.Items {
			add(n)
		}
	}
	if providers := tree.Get("providers"); providers != nil {
		for _, f := range providers.Fields {
			add(f.Value)
		}
	}
	return all
}

// placeCertificates makes the paths of certificates in a file absolute. They count from its directory.
func (l *loader) placeCertificates(file layer) {
	for _, n := range endpointNodes(file.tree) {
		if ca := n.Get("caFile"); hasText(ca) && ca.Kind == yamldoc.Scalar {
			ca.Text = l.absolute(ca.Text, filepath.Dir(file.path))
		}
	}
}

// checkEndpoints reports headers and proxies that cannot be used, and warns of secrets in a file that
// others can read.
func (l *loader) checkEndpoints(file layer) {
	for _, n := range endpointNodes(file.tree) {
		for _, group := range []string{"headers", "query"} {
			l.checkValues(file, group, n.Get(group))
		}
		if name := n.Get("keyHeader"); hasText(name) && !isHeader(name.Text) {
			l.problem(name.Problem("keyHeader: %q cannot be the name of a header that takes a key", name.Text))
		}
		if setting := n.Get("proxy"); hasText(setting) && setting.Kind == yamldoc.Scalar {
			if _, err := proxy.Parse(setting.Text); err != nil && !strings.Contains(setting.Text, "${") {
				l.problem(setting.Problem("the proxy %v", err))
			}
		}
	}
}

func (l *loader) checkValues(file layer, group string, values *yamldoc.Node) {
	if values == nil || values.Kind != yamldoc.Map {
		return // none, or reported by the schema
	}
	for _, f := range values.Fields {
		if group == "headers" && !isHeader(f.Key) {
			l.problem(f.Value.Problem("%q cannot be set as a header", f.Key))
		}
		if file.loose && redact.Confidential(f.Key) && hasText(f.Value) && !strings.Contains(f.Value.Text, "${") {
			l.noteKey(ReadableKey, values, f, "%s.%s holds a key, and the file can be read by others on this computer; "+
				"run: chmod 600 %s, or write ${NAME} and set the variable NAME instead", group, f.Key, file.path)
		}
	}
}

// owned are the headers that belong to the transport.
var owned = []string{"Connection", "Content-Length", "Host", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

// isHeader says whether a name can be that of a header that a configuration sets.
func isHeader(name string) bool {
	valid := name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	})
	return valid && !slices.Contains(owned, http.CanonicalHeaderKey(name))
}

// resolve replaces the variables in what a profile sends along and in its proxy. One that is not set is
// what the profile lacks, like a key; the node is that of the profile.
func (l *loader) resolve(p *Profile, n *yamldoc.Node) {
	for group, values := range map[string]map[string]Secret{"headers": p.Headers, "query": p.Query} {
		for name, value := range values {
			text, err := l.expandSecret(p, value.Reveal())
			if err == nil {
				var s Secret
				err = s.UnmarshalText([]byte(text))
				values[name] = s
			}
			if err != nil {
				l.problem(n.Get(group, name).Problem("%s.%s %v", group, name, err))
			}
		}
	}
	if !strings.Contains(p.Proxy, "${") {
		return
	}
	setting, err := l.expandSecret(p, p.Proxy)
	if err != nil {
		l.problem(n.Get("proxy").Problem("proxy: %v", err))
		return
	}
	if p.Proxy = setting; p.MissingKey == "" && setting != "" {
		if _, err := proxy.Parse(setting); err != nil {
			l.problem(n.Get("proxy").Problem("the proxy %v", err))
		}
	}
}

// unsetError names a variable that is not set.
type unsetError string

// Error says so.
func (e unsetError) Error() string { return "the variable " + string(e) + " is not set" }

// expandSecret is expand with the variables of the user's .env file as well. A variable that is not set
// and has no default becomes the profile's missing key, and the text is then empty.
func (l *loader) expandSecret(p *Profile, text string) (string, error) {
	text, err := expandWith(text, func(name string) (string, error) {
		value, from := l.variable(name)
		if from == "" {
			return "", unsetError(name)
		}
		return value, nil
	})
	if unset, ok := errors.AsType[unsetError](err); ok {
		p.MissingKey = cmp.Or(p.MissingKey, string(unset))
		return "", nil
	}
	return text, err
}

// shownProxy is a proxy without the password in it.
func shownProxy(text string) string {
	scheme, rest, ok := strings.Cut(text, "://")
	if i := strings.LastIndexByte(rest, '@'); ok && i >= 0 {
		return scheme + "://…" + rest[i:]
	}
	return text
}

// secretHeaders gives what a profile sends along that nobody else may see.
func (p *Profile) secretHeaders() []NamedSecret {
	var all []NamedSecret
	for _, values := range []map[string]Secret{p.Headers, p.Query} {
		all = append(all, secretValues(values, p.Name)...)
	}
	if password := proxy.Password(p.Proxy); password != "" {
		all = append(all, NamedSecret{"proxy of " + p.Name, NewSecret(password)})
	}
	slices.SortFunc(all, func(a, b NamedSecret) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// secretValues gives those of the headers, parameters or variables of an owner that nobody else may see.
func secretValues(values map[string]Secret, owner string) []NamedSecret {
	var all []NamedSecret
	for name, value := range values {
		words := strings.Fields(value.Reveal()) // of "Bearer x" the x is what counts
		if redact.Confidential(name) && len(words) > 0 {
			all = append(all, NamedSecret{fmt.Sprintf("%s of %s", name, owner), NewSecret(words[len(words)-1])})
		}
	}
	return all
}
