package proxy_test

import (
	"strings"
	"testing"

	"eidolon/internal/leaf/proxy"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ setting, host, fails, password string }{
		{setting: "none"},
		{setting: "http://proxy:3128", host: "proxy:3128"},
		{setting: "https://u:pass-1234@proxy", host: "proxy", password: "pass-1234"},
		{setting: "socks5://127.0.0.1:1080", host: "127.0.0.1:1080"},
		{setting: "socks5h://u@proxy", host: "proxy"},
		{setting: "", fails: "must be a URL"},
		{setting: "proxy:3128", fails: "must be a URL"},
		{setting: "http://u:pass-1234@%zz", fails: "must be a URL"},
		{setting: "ftp://u:pass-1234@proxy", fails: "must begin with http://", password: "pass-1234"},
	} {
		t.Run(test.setting, func(t *testing.T) {
			u, err := proxy.Parse(test.setting)
			switch {
			case (err == nil) != (test.fails == ""):
				t.Errorf("error %v, want %q", err, test.fails)
			case err != nil && (!strings.Contains(err.Error(), test.fails) || strings.Contains(err.Error(), "pass-1234")):
				t.Errorf("error %q", err)
			case err == nil && u == nil && test.host != "", u != nil && u.Host != test.host:
				t.Errorf("the proxy is %v", u)
			}
			if got := proxy.Password(test.setting); got != test.password {
				t.Errorf("the password is %q", got)
			}
		})
	}
}
