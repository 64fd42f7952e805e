package config

import "testing"

func TestUnkept(t *testing.T) {
	for content, want := range map[string]string{
		`models: {fallback: a, profiles: [{name: a, baseURL: "http://a.test"}]}`:                       userYAML + ":1: models.fallback has no effect in this version",
		"sandbox: {bash: enforce, network: false, forbidRead: [y]}\npermissions: {deny: [Bash(rm:*)]}": "",
	} {
		w := newWorld(t)
		w.put(userYAML, content+"\n")
		c, _ := w.load()
		got := ""
		for _, line := range c.Unkept() {
			got += w.short(line)
		}
		if got != want {
			t.Errorf("%s\ngot  %q\nwant %q", content, got, want)
		}
	}
}
