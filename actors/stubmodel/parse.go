package stubmodel

import (
	"errors"
	"fmt"

	"eidolon/internal/leaf/yamldoc"
)

// maxTimes bounds the memory that a slip of the finger in a script takes.
const maxTimes = 1_000_000

// Parse reads a script. Name is that of the file; errors are [*yamldoc.Error]s that name the lines.
func Parse(name string, data []byte) (*Script, error) {
	root, err := yamldoc.Parse(name, data)
	if err != nil {
		return nil, err
	}
	s := &Script{Name: name}
	if err := root.Decode(s); err != nil {
		return nil, err
	}
	var c checker
	c.script(root, s)
	if len(c.problems) > 0 {
		return nil, &yamldoc.Error{Problems: c.problems}
	}
	return s, nil
}

// checker finds what decoding cannot: fields that do not go together.
type checker struct{ problems []yamldoc.Problem }

func (c *checker) require(n *yamldoc.Node, err error) {
	if err != nil {
		c.problems = append(c.problems, n.Problem("%v", err))
	}
}

func (c *checker) script(n *yamldoc.Node, s *Script) {
	if s.After == "loop" && len(s.Answers) == 0 {
		c.require(n, errors.New("a script without answers cannot loop"))
	}
	for i, a := range s.Answers {
		at := n.Get("answers").Items[i]
		if s.Position == "requests" && len(a.Attempts) > 0 {
			c.require(at.Get("attempts"), errors.New("attempts need position: rounds; with position: requests a retry gets the next answer"))
		}
		for j, take := range a.Attempts {
			c.take(at.Get("attempts").Items[j], take)
		}
		c.take(at, a.Take)
	}
}

func (c *checker) take(n *yamldoc.Node, t Take) {
	for i, p := range t.Parts {
		at := n.Get("parts").Items[i]
		c.require(at, p.check())
		c.require(at, p.checkPacing())
		if p.Fault != nil && i < len(t.Parts)-1 {
			c.require(at, errors.New("a fault ends the answer, so it must be the last part"))
		}
	}
}

// check says what is wrong with the content of a part.
func (p Part) check() error {
	if count(p.Text != nil, p.Raw != nil, p.Reasoning != nil, p.Echo != "", p.Call != nil,
		len(p.Calls) > 0, p.Pause != nil, p.Wire != nil, p.Fault != nil) != 1 {
		return errors.New("a part needs exactly one of text, raw, reasoning, echo, call, calls, pause, wire and fault")
	}
	if p.Signature != "" && p.Reasoning == nil {
		return errors.New("only reasoning has a signature")
	}
	if p.Fault != nil && p.Fault.Kind == "" {
		return errors.New("a fault needs a kind")
	}
	for _, call := range p.calls() {
		if err := call.check(); err != nil {
			return err
		}
	}
	return nil
}

func (p Part) checkPacing() error {
	switch cuts := count(p.Times > 0, p.Deltas > 0, p.Chunk > 0); {
	case cuts > 1:
		return errors.New("a part takes only one of times, deltas and chunk")
	case p.Every > 0 && p.Until > 0:
		return errors.New("a part takes only one of every and until")
	case p.Times > 0 && p.Text == nil && p.Raw == nil && p.Reasoning == nil:
		return errors.New("only text, raw and reasoning can come several times")
	case p.Times > maxTimes:
		return fmt.Errorf("times may be %d at most", maxTimes)
	case (cuts > 0 || p.Every > 0 || p.Until > 0) && (p.Pause != nil || p.Wire != nil || p.Fault != nil):
		return errors.New("a pause, wire bytes and a fault take no pacing; put a pause before them")
	}
	return nil
}

func (c Call) check() error {
	if c.Name == "" {
		return errors.New("a call needs a name")
	}
	if len(c.Body) > 1 {
		return errors.New("the body of a call is one text under one name")
	}
	for name := range c.Body {
		if _, twice := c.Input[name]; twice {
			return fmt.Errorf("the call has %q both as input and as body", name)
		}
	}
	return nil
}

func count(set ...bool) int {
	n := 0
	for _, s := range set {
		if s {
			n++
		}
	}
	return n
}
