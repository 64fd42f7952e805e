package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/nearest"
)

// choice is a service that can be used at once.
type choice struct {
	vendor config.Vendor
	why    string
}

// ready gives the services that a key was found for, and those on this computer that answer.
func (s *setup) ready(ctx context.Context) []choice {
	var out []choice
	for _, v := range config.Vendors() {
		p, err := s.config.ServiceNamed(v.Name)
		switch {
		case err != nil:
		case v.Local:
			if _, there := app.Probe(ctx, []config.Profile{p}); there {
				out = append(out, choice{v, s.lang.F("answers at %s", p.BaseURL)})
			}
		case p.Key.IsSet():
			out = append(out, choice{v, s.lang.F("there is a key: %s", p.KeyFrom)})
		}
	}
	return out
}

// chooseService finds the vendor and the address. A person who mistypes it is asked again.
func (s *setup) chooseService(ctx context.Context) error {
	if answer := cmp.Or(s.flags.vendor, s.flags.baseURL); answer != "" {
		if s.flags.vendor == "" && word(answer) {
			return usage("--base-url takes an address such as http://127.0.0.1:8080/v1, not %q", answer)
		}
		return s.service(answer)
	}
	usual, found := "", s.ready(ctx)
	if len(found) > 0 {
		usual = found[0].vendor.Name
	}
	text, offered := s.offer(found)
	s.print(text)
	var wrong error
	for range tries {
		answer, err := s.ask(s.lang.T("Number, name or address"), usual)
		if err != nil {
			return err
		}
		if n, bad := strconv.Atoi(answer); bad == nil && n >= 1 && n <= len(offered) {
			answer = offered[n-1]
		}
		if wrong = s.service(answer); wrong == nil {
			return nil
		}
		s.print(wrong.Error())
	}
	return wrong
}

// offer says what can be chosen, and gives the names by their numbers: first those that can be used at
// once, then all others that are known.
func (s *setup) offer(found []choice) (text string, offered []string) {
	var b strings.Builder
	b.WriteString(s.lang.T("What is eidolon to talk to?"))
	for _, c := range found {
		offered = append(offered, c.vendor.Name)
		fmt.Fprintf(&b, "\n  %2d  %-12s %s", len(offered), c.vendor.Name, c.why)
	}
	var others []string
	for _, name := range vendorNames() {
		if !slices.Contains(offered, name) {
			others = append(others, name)
		}
	}
	const columns = 4
	for row := range slices.Chunk(others, columns) {
		cells := make([]string, len(row))
		for i, name := range row {
			offered = append(offered, name)
			cells[i] = fmt.Sprintf("  %2d  %-12s", len(offered), name)
		}
		b.WriteString("\n" + strings.TrimRight(strings.Join(cells, ""), " "))
	}
	b.WriteString("\n" + s.lang.T("Any other service that speaks Chat Completions: type its address."))
	return b.String(), offered
}

// service takes the name of a service, or an address.
func (s *setup) service(answer string) error {
	s.draft, s.vendor = config.Draft{APIKind: s.flags.apiKind, BaseURL: s.flags.baseURL}, config.Vendor{}
	for _, v := range config.Vendors() {
		if v.Answers(strings.ToLower(answer)) {
			s.vendor = v
		}
	}
	if s.vendor.Name == "" {
		return s.other(answer)
	}
	if s.vendor.BaseURL != "" || s.draft.BaseURL != "" {
		return nil
	}
	if !s.person {
		return usage("the address of %s is another one for each user: give it with --base-url", s.vendor.Name)
	}
	text, err := s.ask(s.lang.T("Base URL of your service, such as https://NAME.openai.azure.com/openai/v1"), "")
	s.draft.BaseURL = text
	return err
}

// other takes an address, or says what is wrong with a name.
func (s *setup) other(answer string) error {
	if _, err := s.config.ServiceNamed(answer); err == nil {
		return usage("%q is configured already: `eidolon --model %s` uses it", answer, answer)
	}
	if near := nearest.Name(answer, vendorNames()); near != "" && word(answer) {
		return usage("%q is no service that is known: did you mean %s?", answer, near)
	}
	if word(answer) {
		return usage("%q is no service that is known: give one of %s, or its address, such as http://127.0.0.1:8080/v1", answer, strings.Join(vendorNames(), ", "))
	}
	u, err := url.Parse(withScheme(answer))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return usage("%q is no base URL; one looks like http://127.0.0.1:8080/v1", answer)
	}
	s.draft.BaseURL = u.String()
	s.draft.APIKind = cmp.Or(s.draft.APIKind, "openai")
	s.vendor = config.Vendor{Name: hostName(u.Hostname())}
	return nil
}

// word says that an answer is a name and no address.
func word(answer string) bool { return !strings.ContainsAny(answer, ".:/") && answer != "localhost" }

// withScheme completes an address as people type it. Numbers and names of a local network have no
// certificate.
func withScheme(address string) string {
	if strings.Contains(address, "://") {
		return address
	}
	host, _, _ := strings.Cut(address, "/")
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if net.ParseIP(strings.Trim(host, "[]")) != nil || !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") {
		return "http://" + address
	}
	return "https://" + address
}

// hostName makes the name of a profile of that of a host.
func hostName(host string) string {
	if host == "127.0.0.1" || host == "::1" || host == "localhost" {
		return "local"
	}
	if net.ParseIP(host) != nil {
		return strings.ReplaceAll(host, ":", "-") // what stands before a colon would be a service
	}
	parts := strings.Split(host, ".")
	if len(parts) > 2 && (parts[0] == "api" || parts[0] == "www") {
		parts = parts[1:]
	}
	return parts[0]
}

func vendorNames() []string {
	var names []string
	for _, v := range config.Vendors() {
		names = append(names, v.Name)
	}
	return names
}
