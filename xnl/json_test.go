package xnl

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestFromJSON(t *testing.T) {
	for _, c := range [][2]string{ // JSON and what it becomes as a literal
		{`{"b":1,"a":[true,false,null,"x\u00e9\n"],"":{}}`, `{ b = 1 a = [true false null "xé\n"] "" = {} }`},
		{`{"a":1,"b":2,"a":3}`, `{ a = 3 b = 2 }`},
		{`[1, 1.0, 1.50, -0, 1e3, 9223372036854775807, 9223372036854775808]`, `[1 1 1.5 0 1000 9223372036854775807 9223372036854776000]`},
		{`"\ud83d\ude00 \ud800"`, "\"😀 \ufffd\""},
		{` null `, `null`},
	} {
		n, err := FromJSON([]byte(c[0]))
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
			continue
		}
		if got, err := Format(n, Layout{}); err != nil || string(got) != c[1] {
			t.Errorf("%s: got %s %v, want %s", c[0], got, err, c[1])
		}
	}
}

func TestFromJSONErrors(t *testing.T) {
	for in, want := range map[string]Code{
		``: UnexpectedEOF, `{"a":`: UnexpectedEOF, `[1`: UnexpectedEOF, `"a`: UnexpectedEOF,
		`{} x`: UnexpectedToken, `1 2`: UnexpectedToken, `{a:1}`: UnexpectedToken, `[1,]`: UnexpectedToken, `nul`: UnexpectedToken,
		`1e400`: InvalidLiteral, `[1e999]`: InvalidLiteral,
		strings.Repeat("[", 1001) + strings.Repeat("]", 1001): LimitExceeded,
	} {
		n, err := FromJSON([]byte(in))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || (syntax.Code != want && in != `nul`) {
			t.Errorf("%.20s: got %v and %v, want %s", in, n, err, want)
		}
	}
	if _, err := FromJSON([]byte(strings.Repeat("[", 1000) + strings.Repeat("]", 1000))); err != nil {
		t.Errorf("1000 levels: %v", err)
	}
}

func TestToJSON(t *testing.T) {
	n := NewMap(Entry{"b", Array{Int{Value: 1}, Float{Value: 0.5}, String("<&\u2028>")}}, Entry{"a", NewMap()}, Entry{"c", Bool(true)}, Entry{"d", Null{}})
	want := "{\"b\":[1,0.5,\"<&\u2028>\"],\"a\":{},\"c\":true,\"d\":null}"
	if got, err := ToJSON(n); err != nil || string(got) != want {
		t.Errorf("got %s %v, want %s", got, err, want)
	}
	if got, err := json.Marshal(map[string]any{"x": n}); err != nil || !json.Valid(got) {
		t.Errorf("in encoding/json: %s %v", got, err)
	}
	for _, n := range []Node{Word("x"), Array{Word("x")}, NewMap(Entry{"k", &Element{Tag: "a"}}), Float{Value: inf()}, nil} {
		if got, err := ToJSON(n); !errors.Is(err, ErrUnprintable) {
			t.Errorf("%v: got %s %v", n, got, err)
		}
	}
}

func inf() float64 {
	big := 1e308
	return big * 10
}
