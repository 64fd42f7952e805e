package xnl

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	text := func(value string) *Element { return &Element{Tag: "t", Text: &Text{Value: value}} }
	for _, c := range []struct {
		name            string
		node            Node
		compact, pretty string // pretty is left out when it is the same
	}{
		{"bare element", &Element{Tag: "a"}, "<a>", ""},
		{"one-part id", &Element{Tag: "a", ID: "b"}, "<a #b >", ""},
		{"one-part id after a head word", &Element{Tag: "a", Head: "W", ID: "b"}, "<a W #b >", ""},
		{"dotted id", &Element{Tag: "a", ID: "b.c"}, "<a #b.c>", ""},
		{"id and metadata", &Element{Tag: "a", ID: "b", Meta: NewMap(Entry{"k", Null{}})}, "<a #b k=null>", ""},
		{"id and an empty block", &Element{Tag: "a", ID: "b", Ext: []*Element{}}, "<a #b ()>", ""},
		{"empty metadata", &Element{Tag: "a", ID: "b", Meta: &Map{}}, "<a #b >", ""},
		{
			"metadata stays compact", &Element{Tag: "a", Meta: NewMap(Entry{"k", NewMap(Entry{"x", Array{Bool(true), &Element{Tag: "b", Body: []Node{Null{}}}}})})},
			"<a k={ x = [true <b [ null ]>] }>", "",
		},
		{
			"nested literals", NewMap(Entry{"a", Array{Array{}, &Map{}, Array{Int{Value: 1}}}}),
			"{ a = [[] {} [1]] }", "{\n  a = [\n    []\n    {}\n    [\n      1\n    ]\n  ]\n}",
		},
		{
			"keys", NewMap(Entry{"a-b", Null{}}, Entry{"a.b", Null{}}, Entry{"", Null{}}, Entry{"1", Null{}}, Entry{"é", Null{}}, Entry{"true", Null{}}),
			`{ a-b = null "a.b" = null "" = null "1" = null "é" = null true = null }`, "{\n  a-b = null\n  \"a.b\" = null\n  \"\" = null\n  \"1\" = null\n  \"é\" = null\n  true = null\n}",
		},
		{"string", String("\x00\x1f\"\\\n\r\t\b'/\u2028\x7f\xff"), `"\u0000\u001f\"\\\n\r\t\u0008'/` + "\u2028\x7f\ufffd\"", ""},
		{
			"floats",
			Array{Float{Value: 1.5}, Float{Value: 1e21}, Float{Value: 1e-7}, Float{Value: 123456789e12}, Float{Value: -0.000001}, Float{Value: 5e-324}, Float{Value: 1.7976931348623157e308}},
			"[1.5 1e+21 1e-7 123456789000000000000 -0.000001 5e-324 1.7976931348623157e+308]",
			"[\n  1.5\n  1e+21\n  1e-7\n  123456789000000000000\n  -0.000001\n  5e-324\n  1.7976931348623157e+308\n]",
		},
		{"new text", text("x"), "<t #m>x</#m>", ""},
		{"new text with its closer", text("</#m></#m_1 </#m_2>"), "<t #m_1></#m></#m_1 </#m_2></#m_1>", ""},
		{"text that gained its closer", &Element{Tag: "t", Text: &Text{Value: "</?>", Sigil: '?'}}, "<t ?m></?></?m>", ""},
		{"text that plain reading would change", text("\n  x\n  "), "<t #!m>\n\n  x\n  </#m>", ""},
		{"text with a leading break", text("\nx\n"), "<t #m>\nx\n</#m>", ""},
		{"body of a call with a leading break", &Element{Tag: "tool_call", Text: &Text{Value: "\nx\n"}}, "<tool_call #!m>\n\nx\n</#m>", ""},
		{"text child of a call", &Element{Tag: "tool_call", Ext: []*Element{text("\nx\n")}}, "<tool_call ( <t #!m>\n\nx\n</#m> )>", "<tool_call (\n  <t #!m>\n\nx\n</#m>\n)>"},
		{"text with all parts", &Element{Tag: "t", Head: "W", ID: "i", Attrs: &Map{}, Text: &Text{Value: "x", Sigil: '?', Marker: "0"}}, "<t W #i {} ?0>x</?0>", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.pretty == "" {
				c.pretty = c.compact
			}
			for layout, want := range map[Layout]string{{}: c.compact, {Pretty: true}: c.pretty} {
				got, err := Format(c.node, layout)
				if err != nil || string(got) != want {
					t.Errorf("%+v:\n got %s %v\nwant %s", layout, got, err, want)
				}
				again, _, err := ParseOne([]byte("<v [\n"+string(got)+"\n]>"), Options{})
				if err != nil {
					t.Errorf("%+v: does not read back: %v", layout, err)
				} else if s, ok := c.node.(String); !(ok && strings.Contains(string(s), "\xff")) && !Equal(again.Body[0], c.node) {
					t.Errorf("%+v: reads back as another tree", layout)
				}
			}
		})
	}
}

func TestFormatIndent(t *testing.T) {
	got, err := Format(Array{Array{Null{}}}, Layout{Pretty: true, Indent: 20})
	want := "[\n" + strings.Repeat(" ", 20) + "[\n" + strings.Repeat(" ", 40) + "null\n" + strings.Repeat(" ", 20) + "]\n]"
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestFormatDoc(t *testing.T) {
	nodes := []*Element{{Tag: "a"}, {Tag: "b"}}
	compact, err := FormatDoc(nodes, Layout{})
	if err != nil || string(compact) != "<a><b>" {
		t.Errorf("compact: %q %v", compact, err)
	}
	pretty, err := FormatDoc(nodes, Layout{Pretty: true})
	if err != nil || string(pretty) != "<a>\n<b>" {
		t.Errorf("pretty: %q %v", pretty, err)
	}
}

func TestUnprintable(t *testing.T) {
	deep := Node(Null{})
	for range maxDepth + 1 {
		deep = Array{deep}
	}
	for name, n := range map[string]Node{
		"nil":                    nil,
		"nil element":            (*Element)(nil),
		"NaN":                    Float{Value: math.NaN()},
		"infinity":               Array{Float{Value: math.Inf(-1)}},
		"empty tag":              &Element{},
		"tag":                    &Element{Tag: "a b"},
		"tag that ends in a dot": &Element{Tag: "a."},
		"head word":              &Element{Tag: "a", Head: "1"},
		"id":                     &Element{Tag: "a", ID: "#"},
		"empty word":             Word(""),
		"word with a blank":      Word("a b"),
		"keyword as a word":      Word("true"),
		"dotted keyword":         Word("null.x"),
		"sigil":                  &Element{Tag: "a", Text: &Text{Sigil: '$'}},
		"marker":                 &Element{Tag: "a", Text: &Text{Sigil: '#', Marker: "-"}},
		"text and children":      &Element{Tag: "a", Text: &Text{}, Ext: []*Element{}},
		"same tag twice":         &Element{Tag: "a", Ext: []*Element{{Tag: "b"}, {Tag: "b"}}},
		"too deep":               deep,
	} {
		if out, err := Format(n, Layout{}); !errors.Is(err, ErrUnprintable) {
			t.Errorf("%s: got %q and %v", name, out, err)
		}
	}
}

func TestEqual(t *testing.T) {
	parse := func(s string) Node {
		e, _, err := ParseOne([]byte("<v ["+s+"]>"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return Array(e.Body)
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"1", "+1", true},
		{"1", "1.0", true},
		{"1.0", "1", true},
		{"1.5", "15e-1", true},
		{"1", "2", false},
		{"1", `"1"`, false},
		{"x", `"x"`, false},
		{"null", "false", false},
		{"[]", "{}", false},
		{"[1]", "[1 2]", false},
		{"{a=1 b=2}", "{a=1 b=2}", true},
		{"{a=1 b=2}", "{b=2 a=1}", false},
		{"{a=1}", "{b=1}", false},
		{"<a>", "<a {}>", false},
		{"<a>", "<a []>", false},
		{"<a>", "<a ()>", false},
		{"<a>", "<b>", false},
		{"<a #m>x</#m>", "<a #!n>\nx</#n>", true},
		{"<a #m>x</#m>", "<a ?m>x</?m>", false},
		{"<a #m>x</#m>", "<a #m>y</#m>", false},
		{"<a #m>x</#m>", "<a>", false},
		{"<a b>", "<a c>", false},
		{"<a #b >", "<a #c >", false},
		{"<a x=1>", "<a>", false},
		{"<a (<b>)>", "<a (<b>)>", true},
		{"<a (<b> <c>)>", "<a (<c> <b>)>", false},
	} {
		if got := Equal(parse(c.a), parse(c.b)); got != c.want {
			t.Errorf("Equal(%s, %s) = %v", c.a, c.b, got)
		}
		if got := Equal(parse(c.b), parse(c.a)); got != c.want {
			t.Errorf("Equal(%s, %s) = %v", c.b, c.a, got)
		}
	}
}
