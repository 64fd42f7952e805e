package xnl

import (
	"strconv"
	"strings"
	"testing"
)

// Inputs on which a reader that looks at bytes again and again takes minutes. There is no clock
// here: the test fails by its time limit.
func TestLinearParse(t *testing.T) {
	rep := strings.Repeat
	const n = 1 << 18
	var many strings.Builder
	for i := range n / 16 {
		many.WriteString(" k")
		many.WriteString(strings.Repeat("x", i%7))
		many.WriteString("a=1")
	}
	for name, src := range map[string]string{
		"angles in a body":       "<t #m>" + rep("<", n) + "</#m>",
		"half closers":           "<t #m>" + rep("</#", n) + "</#m>",
		"other closers":          "<t #m>" + rep("</#mm>", n) + "</#m>",
		"long closer":            "<t #m></#" + rep("m", n) + "></#m>",
		"long marker":            "<t #" + rep("m", n) + ">" + rep("</#m", n) + "</#" + rep("m", n) + ">",
		"backslashes":            "<a [\"" + rep("\\\"", n) + "\"]>",
		"surrogates":             "<a [\"" + rep("\\ud800", n) + "\"]>",
		"long name":              "<" + rep("a.", n) + "a>",
		"long number":            "<a [" + rep("1", n) + ".5e-" + rep("0", n) + "]>",
		"dashes in a comment":    "<!--" + rep("-", n) + "->-->",
		"open comments":          rep("<!-- ", n),
		"deep":                   rep("<a [", 1000) + rep("1 ", n) + rep("]>", 1000),
		"repeated keys":          "<a {" + rep("k=1 ", n/4) + "}>",
		"many keys":              "<a {" + many.String() + "}>",
		"repeated children":      "<a (" + rep("<b><c>", n/8) + ")>",
		"indented body":          "<t #>" + rep("\n"+rep(" ", 1000), 1000) + "</#>",
		"invalid bytes":          "<a [\"" + rep("\xff", n) + "\"]>",
		"errors without an end":  "<t #m>" + rep("</#m ", n),
		"mismatch without end":   "<t #m>" + rep("</#n>", n),
		"white space":            rep(" \n", n) + "<a>" + rep("\t\r", n),
		"one element, many warn": "<a (" + rep("<b>", n/8) + ")>",
	} {
		t.Run(name, func(t *testing.T) {
			_, whole := Parse([]byte(src), Options{})
			_, pieces := parsePieces([]byte(src), Options{}, 7)
			if (whole == nil) != (pieces == nil) || whole != nil && whole.Error() != pieces.Error() {
				t.Errorf("whole: %v, in pieces: %v", whole, pieces)
			}
		})
	}
}

func TestLinearFormat(t *testing.T) {
	var closers strings.Builder
	closers.WriteString("</#m>")
	for i := range 1 << 16 {
		closers.WriteString(closerText('#', "m_"+strconv.Itoa(i)))
	}
	out, err := Format(&Element{Tag: "t", Text: &Text{Value: closers.String()}}, Layout{})
	if err != nil || !strings.HasSuffix(string(out), "</#m_65536>") {
		t.Errorf("%v", err)
	}
}

func TestLinearScan(t *testing.T) {
	rep := strings.Repeat
	const n = 1 << 18
	for name, message := range map[string]string{
		"blanks at a line start":  rep(" ", n) + "x",
		"bangs":                   rep("!", n),
		"half markers":            rep("!unquote_\n", n/4),
		"stray ends":              rep("!quote_end\n", n/16),
		"fences":                  rep("```\n", n/2),
		"long fence":              rep("`", n) + "\n" + rep("```\n", n/2),
		"nested quotes":           rep("!quote_start\n", n/16) + rep("!quote_end\n", n/16),
		"angles in a block":       "!unquote_start\n" + rep("<", n),
		"bangs in a block":        "!unquote_start\n" + rep("!u", n),
		"blocks":                  rep("!unquote_start\n!unquote_end\n", n/32),
		"one id over blocks":      rep("!unquote_start\n<tool_call A.b #i >\n!unquote_end\n", n/64),
		"one id in a block":       "!unquote_start\n" + rep("<tool_call A.b #i ><tool_call A.c #i >", n/64),
		"missing ids":             "!unquote_start\n" + rep("<tool_call A.b>", n/32),
		"broken blocks":           rep("!unquote_start\n<a ]>\n!unquote_end\n", n/32),
		"no end of a broken call": "!unquote_start\n<a ]>" + rep("\n!unquote_end x", n/16),
		"half closers in a body":  "!unquote_start\n<tool_call A.b #i #m>" + rep("</#m", n),
		"long string":             "!unquote_start\n<tool_call A.b #i {x=\"" + rep("x", n) + "\"}>",
		"continuation bytes":      rep("\xe2", n) + rep("\x82", n),
		"script":                  "!unquote_start\n<tool_call #>A.b({x:" + rep("\"a\"+", n/4) + "\"\"})</#>",
		"script comments":         "!unquote_start\n<tool_call #>" + rep("/* */", n/8) + "A.b()</#>",
		"script open comment":     "!unquote_start\n<tool_call #>" + rep("/*", n) + "A.b()</#>",
		"script name":             "!unquote_start\n<tool_call #>" + rep("a.", n) + "b()</#>",
		"script undefined":        "!unquote_start\n<tool_call #>A.b({" + rep("x:undefined,y:1,", n/16) + "})</#>",
	} {
		t.Run(name, func(t *testing.T) {
			for _, chunk := range []int{5, 0} {
				s := NewScanner(ScanOptions{})
				for rest := []byte(message); len(rest) > 0; {
					k := len(rest)
					if chunk > 0 {
						k = min(k, chunk)
					}
					s.Write(rest[:k], func(Event) {})
					rest = rest[k:]
				}
				s.Close(func(Event) {})
			}
		})
	}
}
