package yamldoc

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type priceT struct {
	Input float64 `yaml:"input" min:"0"`
}

type entry struct {
	Name   string        `yaml:"name"`
	Window int           `yaml:"contextWindow" min:"0"`
	Proto  string        `yaml:"toolProtocol" oneof:"xnl|native|auto"`
	Wait   time.Duration `yaml:"wait" min:"0"`
	Price  priceT        `yaml:"price"`
	Heat   *float64      `yaml:"temperature"`
}

func (e *entry) SetDefaults() { e.Proto = "xnl" }

type shape string

func (s *shape) UnmarshalText(b []byte) error {
	if string(b) != "round" {
		return errors.New("must be round")
	}
	*s = shape(b)
	return nil
}

type common struct {
	Title string `yaml:"title"`
}

type sample struct {
	common  `yaml:",inline"`
	Model   string            `yaml:"model"`
	On      bool              `yaml:"on"`
	Small   int8              `yaml:"small"`
	Count   uint              `yaml:"count"`
	List    []string          `yaml:"list"`
	Entries []entry           `yaml:"entries"`
	Keys    map[string]string `yaml:"keys"`
	Any     any               `yaml:"any"`
	Shape   shape             `yaml:"shape"`
	Raw     *Node             `yaml:"raw"`
	hidden  string            //nolint:unused // what the decoder must not see
	Skipped string            `yaml:"-"`
	Bare    string
}

func TestDecodeValues(t *testing.T) {
	half := 0.5
	tests := []struct {
		name, in string
		want     sample
	}{
		{"empty", "", sample{}},
		{"only a comment", "# nothing\n", sample{}},
		{"null document", "null\n", sample{}},
		{"byte order mark", "\xef\xbb\xbfmodel: m\n", sample{Model: "m"}},
		{"CRLF", "model: m\r\non: true\r\n", sample{Model: "m", On: true}},
		{"null leaves the default", "model:\nlist: ~\n", sample{}},
		{"text is kept as written", "model: 1.10\nkeys: {a: yes, b: 007, c: 2020-01-02}\n", sample{
			Model: "1.10", Keys: map[string]string{"a": "yes", "b": "007", "c": "2020-01-02"},
		}},
		{"words for a switch", "on: On\n", sample{On: true}},
		{"whole numbers", "small: -0x10\ncount: 1e3\n", sample{Small: -16, Count: 1000}},
		{"inline and untagged", "title: t\nbare: b\n", sample{common: common{Title: "t"}, Bare: "b"}},
		{"elements have defaults", "entries: [{name: a}, {name: b, toolProtocol: native, wait: 1m30s, temperature: 0.5}]\n", sample{
			Entries: []entry{{Name: "a", Proto: "xnl"}, {Name: "b", Proto: "native", Wait: 90 * time.Second, Heat: &half}},
		}},
		{"anything", "any: {a: [1, 2.5, true, x, null, 99999999999999999999], b: {c: d}}\n", sample{Any: map[string]any{
			"a": []any{1, 2.5, true, "x", nil, 1e20}, "b": map[string]any{"c": "d"},
		}}},
		{"JSON", "{\n\t\"model\": \"a\\/b\\u00e9\",\n\t\"on\": true,\n\t\"list\": [\"x\"]\n}\n", sample{Model: "a/bé", On: true, List: []string{"x"}}},
		{"JSON surrogates", `{"model": "\\ud83d \ud83d\ude00 \ud83dx"}`, sample{Model: "\\ud83d \U0001F600 \uFFFDx"}},
		{"alias and merge", "entries:\n- &a {name: a, contextWindow: 5}\n- {<<: *a, name: b}\n- {<<: [*a, {wait: 1s}], name: c}\n", sample{Entries: []entry{
			{Name: "a", Window: 5, Proto: "xnl"},
			{Name: "b", Window: 5, Proto: "xnl"},
			{Name: "c", Window: 5, Proto: "xnl", Wait: time.Second},
		}}},
		{"own text form", "shape: round\n", sample{Shape: "round"}},
		{"node", "raw: x\n", sample{Raw: &Node{Kind: Scalar, Text: "x", Type: "str", Source: "f.yaml", Line: 1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got sample
			if err := Decode("f.yaml", []byte(tt.in), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(sample{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeProblems(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"near key", "\nmodle: m\n", `f.yaml:2: unknown key "modle" (did you mean "model"?)`},
		{"case", "Model: m\n", `f.yaml:1: unknown key "Model" (did you mean "model"?)`},
		{"far key", "entries:\n- name: a\n  bogosity: 1\n", `f.yaml:3: unknown key "bogosity" in entries[0] (known there: name, contextWindow, toolProtocol, wait, price, temperature)`},
		{"unexported and skipped", "hidden: 1\nskipped: 2\n", `f.yaml:1: unknown key "hidden" (known here: title, model, on, small, count, list, entries, keys, any, shape, raw, bare)
f.yaml:2: unknown key "skipped" (known here: title, model, on, small, count, list, entries, keys, any, shape, raw, bare)`},
		{"twice", "model: a\non: true\nmodel: b\n", `f.yaml:3: the key "model" is given twice, first in line 1`},
		{"list for text", "model: [a]\n", "f.yaml:1: model must be text, not a list"},
		{"text for list", "list: a\n", `f.yaml:1: list must be a list, not "a"`},
		{"list for group", "keys: [a]\n", "f.yaml:1: keys must be a group of keys, not a list"},
		{"top is a list", "- a\n", "f.yaml:1: the document must be a group of keys, not a list"},
		{"quoted truth is accepted, others not", "on: \"true\"\nmodel: m\nlist: [a]\nsmall: x\n", `f.yaml:4: small must be a whole number, not "x"`},
		{"not a switch", "on: 1\n", `f.yaml:1: on must be true or false, not "1"`},
		{"too large for the field", "small: 300\n", `f.yaml:1: small must be a whole number, not "300"`},
		{"negative", "count: -1\n", `f.yaml:1: count must be a whole number, not negative, not "-1"`},
		{"below the least", "entries: [{contextWindow: -5}]\n", `f.yaml:1: entries[0].contextWindow must be at least 0, not "-5"`},
		{"infinite", "entries: [{price: {input: .inf}}]\n", `f.yaml:1: entries[0].price.input must be a number, not ".inf"`},
		{"not one of", "entries: [{toolProtocol: natve}]\n", `f.yaml:1: entries[0].toolProtocol must be xnl, native or auto, not "natve" (did you mean "native"?)`},
		{"no unit", "entries: [{wait: 120}]\n", "f.yaml:1: entries[0].wait needs a unit: write 120s for seconds, or ms, m, h"},
		{"no time", "entries: [{wait: soon}]\n", `f.yaml:1: entries[0].wait must be a time span such as 10s or 2m, not "soon"`},
		{"negative time", "entries: [{wait: -1s}]\n", `f.yaml:1: entries[0].wait must be at least 0, not "-1s"`},
		{"empty item", "list: [a, ]\nkeys: {}\n", ""},
		{"null item", "list:\n- a\n-\n", "f.yaml:3: list[1] is empty"},
		{"odd key", "keys: {\"\\e[31m\": [a]}\n", `f.yaml:1: keys."\x1b[31m" must be text, not a list`},
		{"own text form", "shape: 7\n", "f.yaml:1: shape must be round"},
		{"several, by line", "small: x\nmodle: m\non: 5\n", "f.yaml:1: small must be a whole number, not \"x\"\nf.yaml:2: unknown key \"modle\" (did you mean \"model\"?)\nf.yaml:3: on must be true or false, not \"5\""},
		{"two documents", "model: a\n---\nmodel: b\n", `f.yaml:2: a second document begins here (a line "---"); only one is allowed`},
		{"tag", "model: !!binary aGk=\nlist: !mine [a]\n", "f.yaml:1: the tag \"!!binary\" is not supported\nf.yaml:2: the tag \"!mine\" is not supported"},
		{"key is a list", "[a]: b\n", "f.yaml:1: a key must be a word or a quoted text"},
		{"merge of text", "<<: a\n", `f.yaml:1: the value of "<<" must be an alias of a group of keys, or a list of them`},
		{"colon", "model: a: b\n", `f.yaml:1: not valid YAML: a ":" where none can stand; indent keys of one group alike, and put text that holds ": " in quotes`},
		{"long value is cut", "small: " + strings.Repeat("x", 100) + "\n", `f.yaml:1: small must be a whole number, not "` + strings.Repeat("x", 40) + `..."`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got sample
			err := Decode("f.yaml", []byte(tt.in), &got)
			text := ""
			if err != nil {
				text = err.Error()
			}
			if diff := cmp.Diff(tt.want, text); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSyntaxProblemsHaveALine(t *testing.T) {
	for _, in := range []string{"a: 1\n\tb: 2\n", "a: 'x\n", "a:\n  - b\n c: d\n", "a: {b: c\n", "a: @x\n", "a: *none\n", "a: \x00\n", "a: [\n", "[,", "a: \xff\n"} {
		err := Decode("f.yaml", []byte(in), &sample{})
		var e *Error
		if !errors.As(err, &e) || len(e.Problems) != 1 || e.Problems[0].Line == 0 || strings.Contains(err.Error(), "not valid YAML: yaml:") {
			t.Errorf("%q: %v", in, err)
			continue
		}
		t.Log(err)
	}
}

func TestBounds(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("- &a [x, x, x, x, x, x, x, x, x]\n")
	for c := 'b'; c <= 'z'; c++ {
		fmt.Fprintf(&bomb, "- &%c [%s]\n", c, strings.Repeat(fmt.Sprintf("*%c, ", c-1), 9))
	}
	tests := []struct{ name, in, want string }{
		{"large", "#" + strings.Repeat("x", MaxBytes), "larger than 1024 KiB"},
		{"nested", strings.Repeat("[", 200) + strings.Repeat("]", 200), "nested deeper than 64 levels"},
		{"nested beyond the library", strings.Repeat("[", 100_000), "exceeded max depth"},
		{"nested blocks", strings.Repeat("- ", 100_000), "exceeded max depth"},
		{"billion laughs", bomb.String(), "stand for more than 10000 values"},
		{"anchor in itself", "a: &a [*a]\n", "nested deeper than"},
		{"merge of itself", "a: &a\n  <<: *a\n", "nested deeper than"},
		{"many problems", strings.Repeat("x: 1\n", 1000), "and 80 more"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got any
			err := Decode("f.yaml", []byte(tt.in), &got)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestDecodeNeedsAPointer(t *testing.T) {
	if err := Decode("f", []byte("a: 1"), sample{}); err == nil {
		t.Error("no error")
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"model: a\nentries: [{name: x, <<: *a}]\n", "a: &a [*a]", "- - -", "? [a]\n: b", `{"a": "\ud83d\ude00"}`,
		"%YAML 1.2\n---\na: !!int b\n", "a: |\n  x\n", "\xff\xfea\x00", "<<: [[], 1]", "---\nmodel: x\n---\nbody",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var s sample
		err := Decode("f", data, &s)
		var e *Error
		if err != nil && (!errors.As(err, &e) || len(e.Problems) == 0 || err.Error() == "") {
			t.Errorf("%T %v", err, err)
		}
		if root, err := Parse("f", data); err == nil {
			var x any
			_ = root.Decode(&x)
		}
		head, body, ok := FrontMatter(data)
		if len(head)+len(body) > len(data) || !ok && head != nil {
			t.Error("front matter grew")
		}
	})
}
