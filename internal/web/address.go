package web

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"eidolon/internal/leaf/clean"
)

// maxAddress is the longest address, in bytes.
const maxAddress = 4096

// parseAddress reads an address that can be asked, and gives it in one spelling: the policy, the question to
// the user and the request all see that one. The error is a sentence for the model.
func parseAddress(text string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	switch i := strings.IndexFunc(text, odd); {
	case text == "":
		return nil, errors.New("the url is empty")
	case len(text) > maxAddress:
		return nil, fmt.Errorf("the url has %d bytes; at most %d are taken", len(text), maxAddress)
	case i >= 0:
		return nil, fmt.Errorf("the url holds the character %q, which no address has; write it as %%XX", clean.Exact(firstChar(text[i:])))
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New("the url cannot be read; give a whole address such as https://go.dev/doc/")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, scheme(u.Scheme)
	case u.Opaque != "" || u.Host == "":
		return nil, errors.New("the url names no host; give a whole address such as https://go.dev/doc/")
	case u.User != nil:
		return nil, errors.New("the url holds a user name or a password, which are not sent to anybody; leave them out")
	}
	host, err := canonicalHost(u.Hostname())
	if err != nil {
		return nil, err
	}
	port, err := canonicalPort(u.Port())
	if err != nil {
		return nil, err
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if u.Host = host; port != "" && port != defaultPort(u.Scheme) {
		u.Host += ":" + port
	}
	u.Fragment, u.RawFragment = "", ""
	u.RawPath = canonicalPath(u.EscapedPath())
	if u.Path, err = url.PathUnescape(u.RawPath); err != nil {
		return nil, errors.New("the url cannot be read; give a whole address such as https://go.dev/doc/")
	}
	return u, nil
}

// scheme refuses an address that is not one of the web.
func scheme(name string) error {
	switch name {
	case "":
		return errors.New("the url must begin with https:// or http://")
	case "file":
		return errors.New("file addresses are not fetched; read_file reads files of the workspace")
	}
	return fmt.Errorf("%s addresses are not fetched; the url must begin with https:// or http://", clean.Exact(name))
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}

// odd says that a character has no place in an address. Programs disagree on what these mean.
func odd(r rune) bool {
	return r <= ' ' || r == 0x7F || r == '\\' || r == unicode.ReplacementChar || !unicode.IsGraphic(r) || unicode.IsSpace(r)
}

// firstChar is the first character of a text, which need not be a whole one.
func firstChar(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return text[:n]
}

// canonicalHost gives the one spelling of a host: an address as numbers, or a name in lower case, without a
// dot at its end, in ASCII.
func canonicalHost(name string) (string, error) {
	if addr, err := netip.ParseAddr(name); err == nil {
		if addr.Zone() != "" {
			return "", errors.New("an address of this machine's own network (with %) cannot be asked")
		}
		return addr.Unmap().String(), nil
	}
	bad := func(why string) (string, error) {
		return "", fmt.Errorf("%q is not the name of a host: %s", clean.Exact(name), why)
	}
	labels := strings.Split(strings.TrimSuffix(name, "."), ".")
	for i, label := range labels {
		ascii, ok := asciiLabel(label)
		switch {
		case !ok:
			return bad("it holds a character that no name has")
		case ascii == "" || len(ascii) > 63:
			return bad("between its dots stand 1 to 63 characters")
		}
		labels[i] = ascii
	}
	// Some programs take 127.1, 0x7f.1 and 2130706433 for addresses. Here they are nothing.
	if last := labels[len(labels)-1]; last[0] >= '0' && last[0] <= '9' && numeric(last) {
		return bad("write an address as four numbers")
	}
	host := strings.Join(labels, ".")
	if len(host) > 253 {
		return bad("it is too long")
	}
	return host, nil
}

// canonicalPort gives the one spelling of a port, "" for none.
func canonicalPort(port string) (string, error) {
	if port == "" {
		return "", nil
	}
	n, err := strconv.Atoi(port)
	if err != nil || n < 1 || n > 65535 {
		return "", fmt.Errorf("%s is not the number of a port", clean.Exact(port))
	}
	return strconv.Itoa(n), nil
}

// numeric says that a label would be taken for a number by a program that knows other bases.
func numeric(label string) bool {
	_, err := strconv.ParseUint(label, 0, 64)
	if err != nil {
		_, err = strconv.ParseUint(label, 10, 64)
	}
	return err == nil || label == "0x"
}
