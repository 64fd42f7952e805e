package policy

import (
	"errors"
	"strings"
)

// domainMark begins what a rule says of a host.
const domainMark = "domain:"

var errHost = errors.New("behind domain: stands the name of one host, as in domain:go.dev, or what ends so, as in domain:*.go.dev; " +
	"without a scheme, port or path, and a name in other letters in its xn-- form")

// readHost reads the host of a rule: a name, "*." and a name for all below it, or "*" for every host.
func readHost(text string) (string, error) {
	host := strings.ToLower(strings.TrimSpace(text))
	if host != "*." {
		host = strings.TrimSuffix(host, ".")
	}
	name := strings.TrimPrefix(host, "*.")
	if host == "*" {
		return host, nil
	}
	if six, ok := strings.CutPrefix(name, "["); ok && name == host { // an address of the sixth version
		host = strings.TrimSuffix(six, "]")
		if strings.Trim(host, "0123456789abcdef:.") != "" || !strings.Contains(host, ":") {
			return "", errHost
		}
		return host, nil
	}
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" || strings.HasPrefix(name, ".") || strings.Contains(name, "..") {
		return "", errHost
	}
	return host, nil
}

// pageTool is the canonical name of the tool whose calls are about addresses.
const pageTool = "fetch_webpage"

// readAddress gives the address of a rule, or the beginning of some, as calls spell them: a rule that forbids
// https://Go.Dev:443/x must not be passed by for how it is written. A path stays as it is.
func readAddress(spec string, f form) string {
	scheme, rest, ok := strings.Cut(spec, "://")
	scheme = strings.ToLower(scheme)
	usual := map[string]string{"http": ":80", "https": ":443"}[scheme]
	if !ok || usual == "" {
		return spec
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, path := strings.ToLower(rest[:end]), rest[end:]
	whole := path != "" || f == literal || f == given && !strings.HasSuffix(host, "*")
	if !whole { // it may end in the middle of the name
		return scheme + "://" + host
	}
	host = strings.TrimSuffix(strings.TrimSuffix(host, usual), ".")
	path, _, _ = strings.Cut(path, "#")
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return scheme + "://" + host + path
}

// allowsHost says whether a rule that allows is about a host: the very one, or one below it for "*.".
func (r Rule) allowsHost(host string) bool {
	domain, below := strings.CutPrefix(r.spec, "*.")
	switch {
	case host == "":
		return false
	case r.spec == "*":
		return true
	case below:
		return strings.HasSuffix(host, "."+domain)
	}
	return host == r.spec
}

// tightensHost says whether a rule that denies or asks is about a host. It is read widely: the domain itself
// and all below it, with and without "*.".
func (r Rule) tightensHost(host string) bool {
	domain := strings.TrimPrefix(r.spec, "*.")
	return host != "" && (r.spec == "*" || host == domain || strings.HasSuffix(host, "."+domain))
}
