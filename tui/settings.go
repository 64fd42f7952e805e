package tui

import (
	"context"
	"slices"
	"strings"

	"eidolon/internal/leaf/effort"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/overlay"
	"eidolon/tui/theme"
)

// setModel has the model of a name answer, or lets one be chosen.
func (c *chat) setModel(args string) {
	if args == "" {
		c.pickModel()
		return
	}
	c.chooseModel(args)
}

func (c *chat) chooseModel(name string) {
	c.beside(workWithin, func(ctx context.Context) func() {
		m, err := c.o.Settings.SetModel(ctx, name)
		return func() { c.onModel(m, err, c.F("from the next turn on %s answers", m.called())) }
	})
}

// called names a model, and the profile where that says something more: several may have the same model.
func (m Model) called() string {
	if m.Name == m.Model || strings.HasSuffix(m.Name, "/"+m.Model) || strings.HasSuffix(m.Name, ":"+m.Model) {
		return m.Model
	}
	return m.Model + " (" + m.Name + ")"
}

// setEffort changes how long the model thinks, or lets that be chosen.
func (c *chat) setEffort(args string) {
	levels := effort.Levels()
	switch {
	case args == "":
		var options []overlay.Option
		for _, l := range levels {
			options = append(options, overlay.Option{Text: l})
		}
		c.choose(overlay.Effort, c.T("How long should the model think?"), options, max(slices.Index(levels, c.open.Model.Effort), 0), func(i int) {
			c.setEffort(levels[i])
		})
	case !slices.Contains(levels, args):
		last := len(levels) - 1
		c.say(c.F("/effort takes %s or %s.", strings.Join(levels[:last], ", "), levels[last]))
	default:
		c.beside(workWithin, func(ctx context.Context) func() {
			m, err := c.o.Settings.SetEffort(ctx, args)
			return func() { c.onModel(m, err, c.F("from the next turn on the model thinks: %s", args)) }
		})
	}
}

func (c *chat) onModel(m Model, err error, what string) {
	if err != nil {
		c.complain(err)
		return
	}
	c.open.Model = m
	c.pacer.Do(func(s *stage) { s.model.Limit(int64(m.Window), int64(m.Chars)) })
	c.say(what)
}

// setAgent has an agent be asked, or lets one be chosen. "none" ends it.
func (c *chat) setAgent(args string) {
	switch args {
	case "":
		c.pickAgent()
	case "none":
		c.chooseAgent("")
	default:
		c.chooseAgent(args)
	}
}

func (c *chat) chooseAgent(name string) {
	c.beside(workWithin, func(ctx context.Context) func() {
		err := c.o.Settings.SetAgent(ctx, name)
		return func() {
			c.complain(err)
			if err == nil {
				c.pacer.Do(func(s *stage) { s.model.Ask(name) })
				c.tell(c.T("the agent holds from the next turn on"))
			}
		}
	})
}

// postures that Shift+Tab goes through. yolo is not among them: it has to be asked for.
var postures = []string{"ask", "auto", "plan"}

// nextPosture goes on to the next permission mode.
func (c *chat) nextPosture() {
	i := slices.Index(postures, c.posture())
	c.setPosture(postures[(i+1)%len(postures)])
}

// posture is the permission mode in force.
func (c *chat) posture() string { return c.open.Posture }

func (c *chat) setPosture(mode string) {
	if err := c.o.Settings.SetPosture(mode); err != nil {
		c.complain(err)
		return
	}
	c.open.Posture = mode
	c.tell(c.T(postureHelp[mode]))
}

// postureHelp says what the modes mean.
var postureHelp = map[string]lang.Text{
	"ask":  "ask: reading is allowed, everything else is asked about",
	"auto": "auto: edits and commands are allowed, what looks dangerous is asked about",
	"plan": "plan: only reading",
	"yolo": "yolo: everything is allowed that neither the guard nor a rule denies",
}

func (c *chat) askYolo() {
	c.choose(overlay.Yolo, c.T("Allow every call from now on? Only plans and runs outside the sandbox are asked about then, and what the guard or a deny rule refuses is not run."),
		[]overlay.Option{{Text: c.T("allow everything")}, {Text: c.T("no")}}, 1, func(i int) {
			if i == 0 {
				c.setPosture("yolo")
			}
		})
}

// setTheme changes the colours, or lets them be chosen.
func (c *chat) setTheme(args string) {
	if args == "" {
		var options []overlay.Option
		names := theme.Names()
		for _, n := range names {
			options = append(options, overlay.Option{Text: n})
		}
		c.choose(overlay.Themes, c.T("Which colours?"), options, max(slices.Index(names, c.looks.Name()), 0), func(i int) {
			c.setTheme(names[i])
		})
		return
	}
	t, err := c.o.Themes(args, c.background)
	if err != nil {
		c.complain(err)
		return
	}
	c.looks.Theme = t
	c.o.Terminal.Redraw()
	c.tell(c.F("theme %s; `tui: {theme: %[1]s}` in the configuration keeps it", t.Name()))
}

// setMouse takes the mouse, or gives it back to the terminal.
func (c *chat) setMouse(args string) {
	switch args {
	case "off":
		c.o.Terminal.SetMouse(false)
		c.tell(c.T("the mouse is the terminal's; /mouse on takes it back"))
	case "on", "":
		c.o.Terminal.SetMouse(true)
		c.tell(c.T("the mouse scrolls and selects here"))
	default:
		c.say(c.T("/mouse takes on or off."))
	}
}
