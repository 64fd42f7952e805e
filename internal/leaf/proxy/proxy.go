// Package proxy reads the setting that says through which proxy a service is reached: the address of one,
// or [None]. Nothing here quotes it, as it may hold a password.
package proxy

import (
	"errors"
	"net/url"
	"slices"
)

// None is the setting that goes without a proxy whatever the environment says.
const None = "none"

// Parse gives the address of a setting, which is nil for [None]. The error is a clause about the setting.
func Parse(setting string) (*url.URL, error) {
	if setting == None {
		return nil, nil //nolint:nilnil // that there is none is what the setting says
	}
	u, err := url.Parse(setting)
	switch {
	case err != nil || u.Host == "":
		return nil, errors.New("must be a URL such as http://127.0.0.1:3128, or none")
	case !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme):
		return nil, errors.New("must begin with http://, https:// or socks5://, or be none")
	}
	return u, nil
}

// Password gives what no message may show of a setting, or "".
func Password(setting string) string {
	u, err := url.Parse(setting)
	if err != nil || u.User == nil {
		return ""
	}
	password, _ := u.User.Password()
	return password
}
