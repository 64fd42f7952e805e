package theme_test

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/tui/theme"
)

func load(t *testing.T, o theme.Options) *theme.Theme {
	t.Helper()
	th, err := theme.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// files are the themes of a person.
func files(texts map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		text, ok := texts[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
}

// colorful says whether a theme sends any colour.
func colorful(th *theme.Theme) bool {
	for r := range theme.Roles {
		fg, bg, _ := th.Style(r).Decompose()
		if fg != tcell.ColorDefault || bg != tcell.ColorDefault {
			return true
		}
	}
	return th.Palette(1) != tcell.ColorDefault || th.RGB(200, 0, 0) != tcell.ColorDefault
}

func TestWithoutColour(t *testing.T) {
	own := files(map[string]string{"mine": "base: dark\nroles: {error: {fg: '#ff0000', attributes: [bold]}}"})
	for _, tt := range []struct {
		name string
		o    theme.Options
		want bool
	}{
		{"NO_COLOR", theme.Options{NoColor: true, TrueColor: true, Colors: 256}, false},
		{"NO_COLOR before a theme", theme.Options{Name: "dark", NoColor: true, TrueColor: true}, false},
		{"none", theme.Options{Name: "none", Colors: 256}, false},
		{"a terminal without", theme.Options{Name: "dark"}, false},
		{"a terminal without, a theme of one's own", theme.Options{Name: "mine", UserFiles: own}, false},
		{"auto", theme.Options{Colors: 8}, true},
		{"own", theme.Options{Name: "mine", Colors: 16, UserFiles: own}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := colorful(load(t, tt.o)); got != tt.want {
				t.Errorf("colours: %v, want %v", got, tt.want)
			}
		})
	}
}

// What must be told apart has different attributes when there is no colour.
func TestNothingByColourAlone(t *testing.T) {
	th := load(t, theme.Options{Name: "none"})
	for _, pair := range [][2]theme.Role{
		{theme.Text, theme.Dim},
		{theme.Text, theme.User},
		{theme.Text, theme.Selected},
		{theme.Text, theme.Selection},
		{theme.Match, theme.Current},
		{theme.Added, theme.Removed},
		{theme.Added, theme.AddedWord},
		{theme.Text, theme.Error},
		{theme.Text, theme.Link},
		{theme.Text, theme.Marked},
		{theme.Posture, theme.Danger},
	} {
		if th.Style(pair[0]) == th.Style(pair[1]) {
			t.Errorf("%v looks like %v", pair[0], pair[1])
		}
	}
}

// On its own colours a theme keeps the terminal's background, whatever that is.
func TestAutoKeepsTheBackground(t *testing.T) {
	for _, b := range []theme.Background{theme.Unknown, theme.Dark, theme.Light} {
		th := load(t, theme.Options{Colors: 256, TrueColor: true, Background: b})
		for r := range theme.Roles {
			fg, bg, _ := th.Style(r).Decompose()
			if bg != tcell.ColorDefault || fg.IsRGB() || fg.Valid() && fg > tcell.PaletteColor(7) {
				t.Errorf("background %d, %v: %v on %v", b, r, fg, bg)
			}
		}
	}
}

func TestFewerColours(t *testing.T) {
	full := load(t, theme.Options{Name: "dark", TrueColor: true})
	if got := full.Style(theme.Text); got != tcell.StyleDefault.Foreground(tcell.NewHexColor(0xd8dbe2)).Background(tcell.NewHexColor(0x1a1b20)) {
		t.Errorf("true colours: %v", got)
	}
	some := load(t, theme.Options{Name: "dark", Colors: 256})
	if got := some.Style(theme.Text); got != tcell.StyleDefault.Foreground(tcell.PaletteColor(253)).Background(tcell.PaletteColor(234)) {
		t.Errorf("256 colours: %v", got)
	}
	if got := some.RGB(255, 0, 0); got != tcell.PaletteColor(196) {
		t.Errorf("red is %v", got)
	}
	few, auto := load(t, theme.Options{Name: "light", Colors: 16}), load(t, theme.Options{Colors: 16, Background: theme.Light})
	for r := range theme.Roles {
		if few.Style(r) != auto.Style(r) {
			t.Errorf("16 colours: %v is %v, not %v", r, few.Style(r), auto.Style(r))
		}
	}
	own := files(map[string]string{"mine": "roles: {match: {fg: black, bg: '#ffd700'}}"})
	if got := load(t, theme.Options{Name: "mine", Colors: 8, UserFiles: own}).Style(theme.Match); got != tcell.StyleDefault.Bold(true).Underline(true).Reverse(true) {
		t.Errorf("a pair that 8 colours cannot show: %v", got)
	}
}

func TestOver(t *testing.T) {
	th := load(t, theme.Options{Name: "dark", TrueColor: true})
	hex := tcell.NewHexColor
	for _, tt := range []struct {
		name    string
		fill, r theme.Role
		want    tcell.Style
	}{
		{"a word of code in an added line", theme.Added, theme.Keyword, tcell.StyleDefault.Foreground(hex(0xcba3f5)).Background(hex(0x17301f))},
		{"plain text takes the colour of the line", theme.Added, theme.Text, tcell.StyleDefault.Foreground(hex(0xc4ecc4)).Background(hex(0x17301f))},
		{"a changed word has its own", theme.Added, theme.AddedWord, th.Style(theme.AddedWord)},
		{"no fill", theme.Text, theme.Keyword, th.Style(theme.Keyword)},
		{"no role at all", theme.Text, 200, th.Style(theme.Text)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := th.Over(tt.fill, tt.r); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestOwnTheme(t *testing.T) {
	own := files(map[string]string{"mine": `
base: light
roles:
  text: {bg: default}
  error: {fg: "#c00000", attributes: [bold, underline]}
  addedWord: {fg: 0, bg: brightGreen, attributes: []}
`})
	th := load(t, theme.Options{Name: "mine", TrueColor: true, UserFiles: own})
	light := load(t, theme.Options{Name: "light", TrueColor: true})
	want := map[theme.Role]tcell.Style{
		theme.Text:      light.Style(theme.Text).Background(tcell.ColorDefault),
		theme.Error:     tcell.StyleDefault.Foreground(tcell.NewHexColor(0xc00000)).Bold(true).Underline(true),
		theme.AddedWord: tcell.StyleDefault.Foreground(tcell.PaletteColor(0)).Background(tcell.PaletteColor(10)),
		theme.Keyword:   light.Style(theme.Keyword).Background(tcell.ColorDefault),
	}
	for r, style := range want {
		if got := th.Style(r); got != style {
			t.Errorf("%v: got %v, want %v", r, got, style)
		}
	}
	if th.Name() != "mine" {
		t.Errorf("its name is %q", th.Name())
	}
}

func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a role", "\nroles:\n  keywrod: {fg: red}\n", `mine.yaml:3: unknown role "keywrod" (did you mean "keyword"?)`},
		{"a key", "roles: {text: {colour: red}}", `mine.yaml:1: unknown key "colour" (known here: fg, bg, attributes)`},
		{"a colour", "roles: {text: {fg: gren}}", `mine.yaml:1: "gren" is no colour (did you mean "green"?): write #rrggbb, a number to 255, default, or a name such as red`},
		{"too high", "roles: {text: {fg: 256}}", `mine.yaml:1: "256" is no colour: write #rrggbb, a number to 255, default, or a name such as red`},
		{"a short colour", "roles: {text: {fg: '#fff'}}", `mine.yaml:1: "#fff" is no colour: write #rrggbb, a number to 255, default, or a name such as red`},
		{"an attribute", "roles: {text: {attributes: [blod]}}", `mine.yaml:1: "blod" is no attribute (did you mean "bold"?): there are bold, dim, italic, underline, reverse, strike`},
		{"a base", "base: drak", `mine.yaml:1: base must be auto, dark, light, high-contrast or none, not "drak" (did you mean "dark"?)`},
		{"several", "roles: {a: {}, text: {fg: b}}", "mine.yaml:1: unknown role \"a\"\nmine.yaml:1: \"b\" is no colour: write #rrggbb, a number to 255, default, or a name such as red"},
		{"a list", "roles: [text]", "mine.yaml:1: roles must be a group of keys"},
		{"no group", "roles: {text: red}", `mine.yaml:1: the document must be a group of keys, not "red"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := theme.Load(theme.Options{Name: "mine", Colors: 256, UserFiles: files(map[string]string{"mine": tt.text})})
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNoSuchTheme(t *testing.T) {
	_, err := theme.Load(theme.Options{Name: "drak", Colors: 256})
	if err == nil || !strings.Contains(err.Error(), `there is no theme "drak" (did you mean "dark"?): built in are auto, dark,`) {
		t.Error(err)
	}
	asked := func(name string) ([]byte, error) { t.Errorf("asked for %q", name); return nil, nil }
	for _, name := range []string{"../x", "a/b", `a\b`, ".hidden", "c:x"} {
		if _, err := theme.Load(theme.Options{Name: name, Colors: 256, UserFiles: asked}); err == nil {
			t.Errorf("%q is a theme", name)
		}
	}
	broken := errors.New("input/output error")
	_, err = theme.Load(theme.Options{Name: "mine", Colors: 256, UserFiles: func(string) ([]byte, error) { return nil, broken }})
	if !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestRolesHaveNames(t *testing.T) {
	seen := map[string]bool{"": true}
	for r, name := range theme.RoleNames() {
		if seen[name] {
			t.Errorf("role %d is %q, like another", r, name)
		}
		seen[name] = true
	}
}

func FuzzFile(f *testing.F) {
	f.Add("base: dark\nroles: {text: {fg: '#ffffff', bg: 3, attributes: [bold]}, x: [1], dim: ~}")
	f.Add("roles: &a {text: *a}")
	f.Fuzz(func(t *testing.T, text string) {
		th, err := theme.Load(theme.Options{Name: "mine", Colors: 256, UserFiles: files(map[string]string{"mine": text})})
		if err == nil {
			_ = th.Over(theme.Added, theme.Text)
		} else if err.Error() == "" {
			t.Error("an error without words")
		}
	})
}

// The colours of code never hide which lines of a difference are new and which are gone.
//
// Covers: Y1
func TestCodeKeepsTheTintOfItsLine(t *testing.T) {
	for _, o := range []theme.Options{
		{Name: "auto", Colors: 16},
		{Name: "auto", Colors: 1 << 24, Background: theme.Light},
		{Name: "dark", Colors: 16},
		{Name: "dark", Colors: 256},
		{Name: "light", Colors: 1 << 24},
		{Name: "high-contrast", Colors: 256},
		{Name: "none", Colors: 256},
		{NoColor: true},
	} {
		th := load(t, o)
		for _, fill := range []theme.Role{theme.Added, theme.Removed} {
			fg, bg, attr := th.Style(fill).Decompose()
			_, plain, _ := th.Style(theme.Text).Decompose()
			for r := theme.Keyword; r <= theme.Operator; r++ {
				f, b, a := th.Over(fill, r).Decompose()
				if b != bg || bg == plain && (f != fg || a != attr) {
					t.Errorf("%+v: %v over %v has lost its tint", o, r, fill)
				}
			}
		}
	}
}
