package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"eidolon/internal/app"
	"eidolon/internal/config"
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
				out = append(out, choice{v, "answers at " + p.BaseURL})
			}
		case p.Key.IsSet():
			out = append(out, choice{v, "there is a key: " + p.KeyFrom})
		}
	}
	return out
}

// chooseService finds the vendor and the address.
func (s *setup) chooseService(ctx context.Context) error {
	f := s.flags
	answer := cmp.Or(f.vendor, f.baseURL)
	if answer == "" {
		var err error
		if answer, err = s.askService(ctx); err != nil {
			return err
		}
	}
	s.draft = config.Draft{APIKind: f.apiKind, BaseURL: f.baseURL}
	if strings.Contains(answer, "://") {
		return s.ownService(answer)
	}
	for _, v := range config.Vendors() {
		if v.Answers(answer) {
			s.vendor = v
		}
	}
	switch {
	case s.vendor.Name == "":
		if _, err := s.config.ServiceNamed(answer); err != nil {
			return usage("%q is no service that is known: give one of %s, or its address with --base-url", answer, strings.Join(vendorNames(), ", "))
		}
		return usage("%q is configured already: `eidolon --model %s` uses it", answer, answer)
	case s.vendor.BaseURL == "" && s.draft.BaseURL == "":
		if !s.person {
			return usage("the address of %s is another one for each user: give it with --base-url", s.vendor.Name)
		}
		text, err := s.ask("Base URL of your service, such as https://NAME.openai.azure.com/openai/v1: ", "")
		s.draft.BaseURL = text
		return err
	}
	return nil
}

// ownService takes an address that belongs to no known vendor, or to one.
func (s *setup) ownService(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return usage("%q is no base URL; one looks like http://127.0.0.1:8080/v1", address)
	}
	s.draft.BaseURL = address
	s.draft.APIKind = cmp.Or(s.draft.APIKind, "openai")
	s.vendor = config.Vendor{Name: hostName(u.Hostname())}
	return nil
}

// hostName makes the name of a profile of that of a host.
func hostName(host string) string {
	if host == "127.0.0.1" || host == "::1" || host == "localhost" {
		return "local"
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

func (s *setup) askService(ctx context.Context) (string, error) {
	ready := s.ready(ctx)
	fmt.Fprintln(s.to, "What is eidolon to talk to?")
	for i, c := range ready {
		fmt.Fprintf(s.to, "  %d  %-12s %s\n", i+1, c.vendor.Name, c.why)
	}
	fmt.Fprintf(s.to, "Known services: %s.\nAny other service that speaks Chat Completions: type its address.\n", strings.Join(vendorNames(), ", "))
	usual := ""
	if len(ready) > 0 {
		usual = ready[0].vendor.Name
	}
	answer, err := s.ask("Number, name or address", usual)
	if n, bad := strconv.Atoi(answer); bad == nil && n >= 1 && n <= len(ready) {
		answer = ready[n-1].vendor.Name
	}
	return strings.ToLower(answer), err
}
