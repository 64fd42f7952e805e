package config

import "testing"

func TestUnkept(t *testing.T) {
	tests := []struct {
		content, says string
		refuse        bool
	}{
		{"sandbox: {bash: enforce}", "sandbox.bash asks to confine every command, which this version cannot do yet: to go on without it, set it to auto", true},
		{"sandbox: {network: false}", "sandbox.network asks to keep commands off the network, which this version cannot do yet: to go on without it, set it to true", true},
		{"permissions: {deny: [x]}", "permissions.deny asks to refuse calls by rule, which this version cannot do yet: to go on without it, remove the rules", true},
		{"permissions: {ask: [x]}", "permissions.ask asks to ask about calls by rule, which this version cannot do yet: to go on without it, remove the rules", true},
		{"sandbox: {forbidRead: [x]}", "sandbox.forbidRead holds for the file tools; a shell command can still read these paths", false},
		{"permissions: {allow: [x]}", "permissions.allow has no effect in this version", false},
		{"sandbox: {allowWrite: [x]}", "sandbox.allowWrite has no effect in this version", false},
		{"models: {fallback: a, profiles: [{name: a, baseURL: \"http://a.test\"}]}", "models.fallback has no effect in this version", false},
	}
	for _, tt := range tests {
		t.Run(tt.content, func(t *testing.T) {
			w := newWorld(t)
			w.put(userYAML, tt.content+"\n")
			c, _ := w.load()
			list := c.Unkept()
			if len(list) != 1 || list[0].Refuse != tt.refuse || w.short(list[0].Message) != userYAML+":1: "+tt.says {
				t.Errorf("got %+v", list)
			}
		})
	}
}

func TestDefaultsAreKept(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, "sandbox: {bash: \"off\", network: true}\npermissions: {mode: plan, deny: [], ask: [], allow: []}\n")
	if c, _ := w.load(); len(c.Unkept()) > 0 {
		t.Errorf("got %+v", c.Unkept())
	}
}
