package guard

import (
	"slices"
	"strings"

	"eidolon/fsapi"
)

// container judges docker and its like by what they mount and which rights they give.
func (c *call) container() {
	_, rest := grammar{short: "Hlc", long: "host context config log-level", stop: true}.options(c.args)
	if len(rest) == 0 {
		return
	}
	c.e.reads = false
	verb := rest[0].text
	for i, f := range rest {
		name, value, given := strings.Cut(f.text, "=")
		if !given && i+1 < len(rest) {
			value = rest[i+1].text
		}
		switch name {
		case "--privileged":
			c.e.report(ruleContainer, f.at, c.name+" --privileged")
		case "--pid", "--ipc", "--uts", "--userns", "--cgroupns":
			if value == "host" {
				c.e.report(ruleContainer, f.at, c.name+" "+name)
			}
		case "--cap-add", "--device", "--security-opt":
			c.e.report(ruleService, f.at, c.name+" "+name)
		case "-v", "--volume", "--mount":
			c.mountSource(f, value)
		default:
			if src, ok := strings.CutPrefix(f.text, "-v"); ok && src != "" && strings.Contains(src, ":") {
				c.mountSource(f, src)
			}
		}
	}
	c.insideContainer(rest)
	line := strings.Join(texts(rest[:min(2, len(rest))]), " ")
	switch {
	case strings.HasSuffix(line, " prune") || verb == "prune" || line == "volume rm" || line == "compose down" && slices.ContainsFunc(rest, func(f field) bool { return f.text == "-v" || f.text == "--volumes" }):
		c.e.report(ruleChange, c.at, c.name+" "+line)
	case verb == "push" || verb == "login" || verb == "swarm":
		c.e.report(rulePublish, c.at, c.name+" "+verb)
	}
}

// insideContainer asks when a command that runs in a container would be denied outside of it.
func (c *call) insideContainer(rest []field) {
	if verb := rest[0].text; verb != "run" && verb != "exec" && verb != "compose" {
		return
	}
	before := c.e.worst
	for i := range rest {
		if _, ok := c.e.g.programs[canonical(rest[i].text)]; !ok || i == 0 || !constant(rest[i].text) {
			continue
		}
		c.e.worst = finding{}
		c.elsewhere(func() { c.e.exec(c.st.child(c.e), rest[i:], c.at) })
		denied := c.e.worst.decision == fsapi.Deny
		c.e.worst = before
		if denied {
			c.e.report(ruleHost, c.at, c.name+" "+rest[0].text)
			return
		}
	}
}

// mountSource judges the part of the host that a container sees.
func (c *call) mountSource(f field, value string) {
	source, _, _ := strings.Cut(value, ":")
	for part := range strings.SplitSeq(value, ",") {
		key, v, _ := strings.Cut(part, "=")
		if key == "source" || key == "src" {
			source = v
		}
	}
	if strings.HasSuffix(source, "docker.sock") {
		c.e.report(ruleContainer, f.at, c.name+" with "+source)
		return
	}
	if !strings.HasPrefix(source, "/") && !strings.HasPrefix(source, ".") {
		return
	}
	for _, p := range c.e.resolve(c.st, source) {
		switch z := c.e.g.places.of(p); {
		case z == zoneRoot || z == zoneSystem || z == zoneDevice:
			c.e.report(ruleContainer, f.at, c.name+" with "+source)
		case z.stays() || z == zoneOutside:
			c.e.report(ruleOutside, f.at, source)
		}
	}
}
