package config

import (
	"fmt"
	"slices"
)

// Unkept tells of the settings that are not the default and that this version does nothing with, each in
// a sentence without a full stop that begins with where the setting is.
func (c *Config) Unkept() []string {
	if c.Models.Fallback == "" {
		return nil
	}
	return []string{fmt.Sprintf("%s: models.fallback has no effect in this version", c.origin("models.fallback"))}
}

// origin tells where the value of a key comes from.
func (c *Config) origin(key string) string {
	i := slices.IndexFunc(c.settings, func(s Setting) bool { return s.Key == key })
	if i < 0 {
		return "configuration"
	}
	return c.settings[i].Origin
}
