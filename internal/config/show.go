package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"eidolon/internal/leaf/yamldoc"
)

// Setting is one effective value and where it comes from.
type Setting struct {
	Key    string `json:"key"`    // such as "tools.bashTimeout" or "models.profiles[local].model"
	Value  string `json:"value"`  // a secret is "set" or "unset"
	Origin string `json:"origin"` // "default", file:line, "environment NAME" or a flag
}

// Settings lists the whole effective configuration in the order of the documentation.
func (c *Config) Settings() []Setting { return slices.Clone(c.settings) }

func (l *loader) settings(c *Config) []Setting {
	s := settingList{}
	s.walk(reflect.ValueOf(c).Elem(), l.tree, "")
	return s.out
}

type settingList struct{ out []Setting }

func (s *settingList) add(key, value, origin string) {
	s.out = append(s.out, Setting{Key: key, Value: value, Origin: origin})
}

// walk lists what v holds. The node is what was read for it, or nil; in lists both have the same
// order.
func (s *settingList) walk(v reflect.Value, n *yamldoc.Node, path string) {
	if v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[Secret]() {
		for i := range v.NumField() {
			tag := v.Type().Field(i).Tag.Get("yaml")
			if tag != "" && tag != "-" {
				s.walk(v.Field(i), n.Get(tag), strings.TrimPrefix(path+"."+tag, "."))
			}
		}
		return
	}
	switch x := v.Interface().(type) {
	case []Profile:
		for i, p := range x {
			s.profile(p, n.Items[i], fmt.Sprintf("%s[%s]", path, p.Name))
		}
	case map[string]Provider:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			s.given(reflect.ValueOf(x[name]), n.Get(name), path+"."+name)
		}
	case map[string]Login:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			s.walk(reflect.ValueOf(x[name]), n.Get(name), path+"."+name)
		}
	case map[string]Server:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			s.given(reflect.ValueOf(x[name]), n.Get(name), path+"."+name)
		}
	case map[string]time.Duration:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			s.add(path+"."+key, x[key].String(), origin(n.Get(key)))
		}
	case map[string]string:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			s.add(path+"."+key, x[key], origin(n.Get(key)))
		}
	case map[string]Secret:
		for _, key := range slices.Sorted(maps.Keys(x)) {
			s.add(path+"."+key, x[key].String(), origin(n.Get(key)))
		}
	case []string:
		s.add(path, "["+strings.Join(x, ", ")+"]", origin(n))
	case *float64:
		if x != nil {
			s.add(path, fmt.Sprint(*x), origin(n))
		}
	case *bool:
		if x != nil {
			s.add(path, fmt.Sprint(*x), origin(n))
		}
	case string:
		switch {
		case strings.HasSuffix(path, ".proxy"):
			x = shownProxy(x)
		case strings.HasPrefix(path, "mcp.servers.") && strings.HasSuffix(path, ".url"):
			x = shownURL(x)
		}
		s.add(path, x, origin(n))
	default:
		s.add(path, fmt.Sprint(x), origin(n))
	}
}

// given lists what was written of a struct, and leaves its defaults out.
func (s *settingList) given(v reflect.Value, n *yamldoc.Node, path string) {
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag.Get("yaml")
		if own := n.Get(tag); own.IsSet() {
			s.walk(v.Field(i), own, path+"."+tag)
		}
	}
}

// profile lists a profile with the key in use instead of the one that stands in the file.
func (s *settingList) profile(p Profile, n *yamldoc.Node, path string) {
	before := len(s.out)
	s.walk(reflect.ValueOf(p), n, path)
	for i := before; i < len(s.out); i++ {
		if from := p.About.origin(strings.TrimPrefix(s.out[i].Key, path+".")); from != "" {
			s.out[i].Origin = from
		}
		if s.out[i].Key == path+".apiKey" {
			s.out[i].Value = p.Key.String()
			if p.KeyFrom != "" {
				s.out[i].Origin = p.KeyFrom
			}
		}
	}
}

func origin(n *yamldoc.Node) string {
	if !n.IsSet() {
		return "default"
	}
	return n.Where()
}
