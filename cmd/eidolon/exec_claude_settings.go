package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/front/claude"
	"eidolon/internal/leaf/effort"
	"eidolon/internal/policy"
)

// claudeMode gives the permission mode that the SDK means. Names of our own are understood too.
func claudeMode(name string) (policy.Mode, error) {
	switch name {
	case "default", claude.DontAsk:
		return policy.Ask, nil
	case "acceptEdits":
		return policy.Auto, nil
	case "bypassPermissions":
		return policy.Yolo, nil
	}
	return policy.ParseMode(name)
}

// claudeModeName is what the SDK calls a mode.
func claudeModeName(mode policy.Mode) string {
	switch mode {
	case policy.Ask:
		return "default"
	case policy.Auto:
		return "acceptEdits"
	case policy.Yolo:
		return "bypassPermissions"
	case policy.Plan:
		return "plan"
	case policy.Headless:
	}
	return claude.DontAsk
}

// settle makes flags of what the SDK said first, and names of ours of its own.
func (f *claudeFlags) settle(conn *claude.Conn) {
	if mode, err := claudeMode(f.mode); err == nil {
		f.mode = string(mode)
	} else if f.asking() {
		f.mode = string(policy.Ask) // there is somebody to ask, so they are asked
	}
	if conn.Hello.System != "" {
		f.system, f.noSystem = conn.Hello.System, true
	}
	parts := []string{f.addition, conn.Hello.Append}
	if schema := f.wanted(conn); schema != "" {
		parts = append(parts, asJSON([]byte(schema)))
	}
	f.addition = strings.TrimSpace(strings.Join(parts, "\n\n"))
	if f.fallback != "" {
		f.flags = append(f.flags, config.Flag{Name: "--fallback-model", Key: "models.fallback", Value: f.fallback})
	}
}

// change makes options of the flags that are no settings of ours.
func (f *claudeFlags) change(h *host, o *app.Options, conn *claude.Conn) error {
	if len(conn.Hello.Ignored) > 0 {
		h.notices([]string{"of what the SDK gave, this has no effect: " + strings.Join(conn.Hello.Ignored, ", ")})
	}
	o.Person, o.NewID = f.asking(), f.newID
	o.Rules.Allow = rulesOf("--allowedTools", f.allow)
	o.Rules.Deny = rulesOf("--disallowedTools", append(f.deny, conn.Hello.Deny...))
	if err := f.applySettings(o); err != nil {
		return err
	}
	for _, dir := range f.dirs {
		full, err := filepath.Abs(dir)
		if err != nil {
			return fmt.Errorf("--add-dir %s: %w", dir, err)
		}
		o.Config.Sandbox.AllowWrite = append(o.Config.Sandbox.AllowWrite, full)
	}
	switch {
	case f.effort != "":
		o.Profile.ThinkingLevel = f.effort
	case f.thinking == "disabled":
		o.Profile.ThinkingLevel = effort.Off
	case f.thinkTokens > 0:
		o.Profile.ThinkingLevel = thinkingLevel(f.thinkTokens)
	}
	if f.budget > 0 && o.Profile.Price == (config.Price{}) {
		return usage("--max-budget-usd needs the price of the model: give one as `price` of the profile %q", o.Profile.Name)
	}
	return f.chooseTools(h, o)
}

// rulesOf makes permission rules of what the SDK gave with a flag.
func rulesOf(flag string, lists []string) []policy.Line {
	var lines []policy.Line
	for _, rule := range claude.Names(lists...) {
		lines = append(lines, policy.Line{Text: rule, Origin: flag})
	}
	return lines
}

// chooseTools leaves out the tools that the SDK does not name.
func (f *claudeFlags) chooseTools(h *host, o *app.Options) error {
	if f.tools == "default" {
		return nil
	}
	offered, spare, err := app.Tools(*o)
	if err != nil {
		return err
	}
	specs := slices.Concat(offered, spare)
	var kept, unknown []string
	for _, name := range claude.Names(f.tools) {
		found := false
		for _, spec := range specs {
			for _, n := range spec.Names() {
				if strings.EqualFold(n, name) {
					kept, found = append(kept, spec.FullName()), true
					break
				}
			}
		}
		if !found {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		h.notices([]string{"there are no tools " + strings.Join(unknown, ", ")})
	}
	if len(kept) > 0 {
		o.Config.Tools.Enabled = kept
		return nil
	}
	for _, spec := range specs {
		o.Rules.Deny = append(o.Rules.Deny, policy.Line{Text: spec.FullName(), Origin: "--tools"})
	}
	return nil
}

// claudeSettings are settings of the other program that mean something here.
type claudeSettings struct {
	Permissions struct {
		Allow []string `json:"allow"`
		Ask   []string `json:"ask"`
		Deny  []string `json:"deny"`
	} `json:"permissions"`
	Sandbox *struct {
		Enabled           bool `json:"enabled"`
		FailIfUnavailable bool `json:"failIfUnavailable"`
	} `json:"sandbox"`
}

// applySettings reads settings of the other program. One that is not known may restrict something, so it is
// an error.
func (f *claudeFlags) applySettings(o *app.Options) error {
	if f.settings == "" {
		return nil
	}
	var s claudeSettings
	dec := json.NewDecoder(strings.NewReader(f.settings))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return usage("--settings: only permissions.allow, .ask and .deny, sandbox.enabled and .failIfUnavailable are understood, as JSON (%v)", err)
	}
	o.Rules.Allow = append(o.Rules.Allow, rulesOf("--settings", s.Permissions.Allow)...)
	o.Rules.Ask = append(o.Rules.Ask, rulesOf("--settings", s.Permissions.Ask)...)
	o.Rules.Deny = append(o.Rules.Deny, rulesOf("--settings", s.Permissions.Deny)...)
	if s.Sandbox != nil && s.Sandbox.Enabled && s.Sandbox.FailIfUnavailable {
		o.Config.Sandbox.Bash = "enforce"
	}
	return nil
}

// thinkingLevel gives the level that is meant with so many tokens.
func thinkingLevel(tokens int) string {
	switch {
	case tokens == 0:
		return effort.Off
	case tokens <= 4<<10:
		return effort.Low
	case tokens <= 16<<10:
		return effort.Medium
	}
	return effort.High
}
