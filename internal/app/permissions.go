package app

import (
	"errors"
	"fmt"
	"slices"

	"eidolon/actors/tool"
	"eidolon/fslocal/sandbox"
	"eidolon/internal/config"
	"eidolon/internal/policy"
)

// Check says what no session could keep to in a configuration that can be read: permission rules, and the
// confinement of commands on this machine. The notices are about what has no effect.
func Check(o Options) (notices []string, err error) {
	bench, err := openWorkbench(o, onLooking(o))
	if err != nil {
		return nil, err
	}
	_, notices, err = readRules(&o, bench.all)
	if confined := bench.sandbox.Check(false); confined != nil {
		err = errors.Join(err, fmt.Errorf("commands cannot be confined: %w", confined))
	}
	return append(notices, bench.notices()...), errors.Join(err, bench.close())
}

// readRules reads the permission rules of the configuration. The sentences are what the user should know
// about rules that do not do what they seem to.
func readRules(o *Options, specs []tool.Spec) (policy.Rules, []string, error) {
	rules, notices, err := policy.Read(ruleLists(o))
	if err != nil {
		return rules, notices, fmt.Errorf("the permission rules cannot be used:\n%w", err)
	}
	return rules, slices.Concat(notices, rules.Unknown(specs)), nil
}

// ruleLists gives the rules of the configuration and those that were given for this run.
func ruleLists(o *Options) policy.Lists {
	c, more := &o.Config, o.Rules
	return policy.Lists{
		Allow: append(ruleLines(c, "permissions.allow"), more.Allow...), Ask: append(ruleLines(c, "permissions.ask"), more.Ask...),
		Deny: append(ruleLines(c, "permissions.deny"), more.Deny...), Readers: append(ruleLines(c, "permissions.readers"), more.Readers...),
	}
}

func ruleLines(c *config.Config, key string) []policy.Line {
	var all []policy.Line
	for _, item := range c.Items(key) {
		all = append(all, policy.Line(item))
	}
	return all
}

// newPolicy is what a mode means for a session in a workspace.
func newPolicy(o Options, bench *workbench, mode policy.Mode, rules policy.Rules) policy.Policy {
	return policy.New(policyOptions(o, bench, mode, rules))
}

func policyOptions(o Options, bench *workbench, mode policy.Mode, rules policy.Rules) policy.Options {
	return policy.Options{
		Mode: mode, Person: o.Person, Rules: rules, Roots: []string{bench.files.Root(), o.Root}, Home: o.Home,
		Unconfined: !bench.sandbox.Reach().Files, Enforced: o.Config.Sandbox.Bash == string(sandbox.Enforce),
	}
}

// policy is what a mode means in this session.
func (a *App) policy(mode policy.Mode) policy.Policy {
	return newPolicy(a.options, a.bench, mode, a.rules)
}

// openRules reads the rules for the session. Nothing runs before they are known.
func (a *App) openRules() error {
	rules, notices, err := readRules(&a.options, a.bench.all)
	a.rules, a.Notices = rules, append(a.Notices, notices...)
	return err
}
