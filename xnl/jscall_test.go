package xnl

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// jsOutcome is what reading a call gave, in one line.
func jsOutcome(src string) string {
	c, err := ReadJSCall([]byte(src))
	if syntax, ok := errors.AsType[*SyntaxError](err); ok {
		return fmt.Sprintf("%s@%d", syntax.Code, syntax.Offset)
	}
	args, err := c.Args.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	out := c.Name + string(args)
	if len(c.Notices) > 0 {
		out += fmt.Sprint(c.Notices)
	}
	return out
}

func TestJSCalls(t *testing.T) {
	for _, c := range [][2]string{
		{"A.b()", "A.b{}"},
		{" /* x */ await /* y */ A // z\n . b ( /* { */ { /**/ } /**/ , ) ; // end", "A.b{}"},
		{"await()", "await{}"},
		{"await\nA.b()", "A.b{}"},
		{"$a._b.c1()", "$a._b.c1{}"},
		{"\u00a0\ufeff\u2028A.b()", "A.b{}"},
		{"A.b(({x:(1)}))", `A.b{"x":1}`},
		{"", "JS_SYNTAX@0"},
		{"  ", "JS_SYNTAX@2"},
		{"A", "JS_SYNTAX@1"},
		{"A.", "JS_SYNTAX@2"},
		{"A.b", "JS_SYNTAX@3"},
		{"A.b(", "JS_SYNTAX@4"},
		{"A.b({", "JS_SYNTAX@5"},
		{"A.b({}", "JS_SYNTAX@6"},
		{"A.b({x", "JS_SYNTAX@6"},
		{"A.b({x:", "JS_SYNTAX@7"},
		{"A.b({x:1", "JS_SYNTAX@8"},
		{"A.b({x:[1", "JS_SYNTAX@9"},
		{"A.b() /* x", "JS_SYNTAX@10"},
		{"A.1()", "JS_SYNTAX@2"},
		{"A b()", "JS_SYNTAX@2"},
		{"<a>", "JS_SYNTAX@0"},
		{"A.b;", "JS_NOT_LITERAL@3"},
		{"A[\"b\"]()", "JS_NOT_LITERAL@1"},
		{"A?.b()", "JS_NOT_LITERAL@1"},
		{"x = A.b()", "JS_NOT_LITERAL@2"},
		{"const x = A.b()", "JS_NOT_LITERAL@0"},
		{"new A.b()", "JS_NOT_LITERAL@0"},
		{"(A.b())", "JS_NOT_LITERAL@0"},
		{"{\"name\":1}", "JS_NOT_LITERAL@0"},
		{"\"x\"", "JS_NOT_LITERAL@0"},
		{";A.b()", "JS_NOT_LITERAL@0"},
		{"A.b();;", "JS_NOT_LITERAL@6"},
		{"A.b().then()", "JS_NOT_LITERAL@5"},
		{"A.b()()", "JS_NOT_LITERAL@5"},
		{"A.b(), A.c()", "JS_NOT_LITERAL@5"},
		{"A.b()\nx", "JS_NOT_LITERAL@6"},
		{"A.b(); if (x) {}", "JS_NOT_LITERAL@7"},
		{"A.b() x", "JS_SYNTAX@6"},
		{"A.b() }", "JS_SYNTAX@6"},
		{"A.b()\nA.c()", "MULTIPLE_CALLS@6"},
		{"A.b(); await A . c ()", "MULTIPLE_CALLS@7"},
		{"A.b() A.c()", "MULTIPLE_CALLS@6"},
		{"A.b(1)", "BAD_ARGS@4"},
		{"A.b([])", "BAD_ARGS@4"},
		{"A.b(null)", "BAD_ARGS@4"},
		{"A.b(undefined)", "BAD_ARGS@4"},
		{"A.b(`x`)", "BAD_ARGS@4"},
		{"A.b({}, 1)", "BAD_ARGS@8"},
		{"A.b({},{})", "BAD_ARGS@7"},
		{"A.b(x)", "JS_NOT_LITERAL@4"},
		{"A.b(...x)", "JS_NOT_LITERAL@4"},
		{"A.b(() => 1)", "JS_NOT_LITERAL@4"},
		{"A.b({} {})", "JS_SYNTAX@7"},
	} {
		if got := jsOutcome(c[0]); got != c[1] {
			t.Errorf("%q: got %s, want %s", c[0], got, c[1])
		}
	}
}

func TestJSObjects(t *testing.T) {
	for _, c := range [][2]string{
		{`{x:1,}`, `{"x":1}`},
		{`{x:1,'y':2,"z":3,$w:4,é:5,if:6}`, `{"x":1,"y":2,"z":3,"$w":4,"é":5,"if":6}`},
		{`{2:1,0x10:2,1.50:3,.5:4,1e3:5,7n:6}`, `{"2":1,"16":2,"1.5":3,"0.5":4,"1000":5,"7":6}`},
		{`{x:1,y:2,x:3}`, `{"x":3,"y":2}`},
		{`{x:undefined,y:[undefined,1]}`, `{"y":[null,1]}`},
		{`{x:1,x:undefined}`, `{}`},
		{`{__proto__:1}`, `{"__proto__":1}`},
		{"{x:1\ny:2\r'z':3\n4:5}", `{"x":1,"y":2,"z":3,"4":5}[JS_MISSING_COMMA JS_MISSING_COMMA JS_MISSING_COMMA]`},
		{"{x:1 // c\ny:2}", `{"x":1,"y":2}[JS_MISSING_COMMA]`},
		{"{x:1 /* \n */ y:2}", `{"x":1,"y":2}[JS_MISSING_COMMA]`},
		{"{x:\"a\"\n+ \"b\"\ny:2}", `{"x":"ab","y":2}[JS_MISSING_COMMA]`},
		{`{x:1 y:2}`, "JS_SYNTAX@9"},
		{`{x:1;y:2}`, "JS_SYNTAX@8"},
		{`{,}`, "JS_SYNTAX@5"},
		{`{x:1,,}`, "JS_SYNTAX@9"},
		{`{x:}`, "JS_SYNTAX@7"},
		{`{x 1}`, "JS_SYNTAX@7"},
		{"{`x`:1}", "JS_SYNTAX@5"},
		{`{x}`, "JS_NOT_LITERAL@5"},
		{`{y:1,x,}`, "JS_NOT_LITERAL@9"},
		{`{x(){}}`, "JS_NOT_LITERAL@5"},
		{`{"x"(){}}`, "JS_NOT_LITERAL@5"},
		{`{get x(){}}`, "JS_NOT_LITERAL@5"},
		{`{get:1,set:2,async:3}`, `{"get":1,"set":2,"async":3}`},
		{`{[x]:1}`, "JS_NOT_LITERAL@5"},
		{`{...x}`, "JS_NOT_LITERAL@5"},
		{`{*x(){}}`, "JS_NOT_LITERAL@5"},
		{"{x:[1]\n[y]:2}", "JS_NOT_LITERAL@11"},
	} {
		want := c[1]
		if strings.HasPrefix(want, "{") {
			want = "A.b" + want
		}
		if got := jsOutcome("A.b(" + c[0] + ")"); got != want {
			t.Errorf("%q: got %s, want %s", c[0], got, want)
		}
	}
}

func TestJSValues(t *testing.T) {
	for _, c := range [][2]string{ // the value begins at offset 7
		{`[]`, `[]`},
		{`[1,[2],]`, `[1,[2]]`},
		{`[,]`, "JS_NOT_LITERAL@8"},
		{`[1,,2]`, "JS_NOT_LITERAL@10"},
		{"[1\n2]", "JS_SYNTAX@10"},
		{`[...x]`, "JS_NOT_LITERAL@8"},
		{`true`, `true`},
		{`null`, `null`},
		{`truex`, "JS_NOT_LITERAL@7"},
		{`NaN`, "JS_NOT_LITERAL@7"},
		{`0`, `0`},
		{`-0`, `0`},
		{`- 1`, `-1`},
		{`+1`, `1`},
		{`1.5`, `1.5`},
		{`5.`, `5`},
		{`.5`, `0.5`},
		{`-.5e1`, `-5`},
		{`1_000.5_0`, `1000.5`},
		{`1e3`, `1000`},
		{`1E-7`, `1e-7`},
		{`0xfF`, `255`},
		{`-0b11`, `-3`},
		{`0O17`, `15`},
		{`0x_1`, "JS_SYNTAX@9"},
		{`9007199254740993`, `9007199254740993`},
		{`123n`, `123`},
		{`0x8000000000000000`, `9223372036854776000`},
		{`123456789012345678901n`, `123456789012345680000`},
		{`1e400`, "JS_NOT_LITERAL@7"},
		{`1__0`, "JS_SYNTAX@9"},
		{`1_`, "JS_SYNTAX@9"},
		{`01`, "JS_SYNTAX@8"},
		{`1.5n`, "JS_SYNTAX@10"},
		{`1e`, "JS_SYNTAX@9"},
		{`0x`, "JS_SYNTAX@9"},
		{`0b2`, "JS_SYNTAX@9"},
		{`3in x`, "JS_SYNTAX@8"},
		{`1x`, "JS_SYNTAX@8"},
		{`--1`, "JS_NOT_LITERAL@8"},
		{`-x`, "JS_NOT_LITERAL@8"},
		{`-"1"`, "JS_NOT_LITERAL@8"},
		{`-}`, "JS_SYNTAX@8"},
		{`'a"b'`, `"a\"b"`},
		{`"a'b"`, `"a'b"`},
		{`"a" + 'b'+` + "`c`", `"abc"`},
		{`("a"+"b")+"c"`, `"abc"`},
		{`"a"+1`, "JS_NOT_LITERAL@11"},
		{`"a"+b`, "JS_NOT_LITERAL@11"},
		{`1+"a"`, "JS_NOT_LITERAL@8"},
		{`"a"-"b"`, "JS_NOT_LITERAL@10"},
		{`"\n\t\r\b\f\v\0\x41\u0041\u{1F600}\ud83d\ude00\q\'\"\\"`, `"\n\t\r\u0008\u000c\u000b\u0000AA😀😀q'\"\\"`},
		{`"\ud800"`, "\"\ufffd\""},
		{`"\ud83d\u{de00}"`, `"😀"`},
		{`"\ud83dx"`, "\"\ufffdx\""},
		{"\"a\\\nb\\\r\nc\\\u2028d\"", `"abcd"`},
		{"\"\u2028\"", "\"\u2028\""},
		{"\"\xff\"", "\"\ufffd\""},
		{"\"a\nb\"", "JS_SYNTAX@9"},
		{"\"a\rb\"", "JS_SYNTAX@9"},
		{`"\x4"`, "JS_SYNTAX@11"},
		{`"\u00g0"`, "JS_SYNTAX@12"},
		{`"\u{}"`, "JS_SYNTAX@11"},
		{`"\u{110000}"`, "JS_SYNTAX@11"},
		{`"\u{41"`, "JS_SYNTAX@13"},
		{"`a\r\nb\rc\n$x $`", `"a\nb\nc\n$x $"`},
		{"`\\`\\${x}`", "\"`${x}\""},
		{"`a${b}`", "JS_NOT_LITERAL@9"},
		{"`a``b`", "JS_NOT_LITERAL@10"},
		{"`a", "JS_SYNTAX@11"},
		{`"a\`, "JS_SYNTAX@12"},
		{`"a`, "JS_SYNTAX@11"},
		{`(1)`, `1`},
		{`((["x"]))`, `["x"]`},
		{`()`, "JS_NOT_LITERAL@7"},
		{`(1,2)`, "JS_NOT_LITERAL@9"},
		{`(1`, "JS_SYNTAX@9"},
		{`x`, "JS_NOT_LITERAL@7"},
		{`x.y`, "JS_NOT_LITERAL@7"},
		{`f()`, "JS_NOT_LITERAL@7"},
		{`/x/g`, "JS_NOT_LITERAL@7"},
		{`!1`, "JS_NOT_LITERAL@7"},
		{`class {}`, "JS_NOT_LITERAL@7"},
		{`"a".length`, "JS_NOT_LITERAL@10"},
		{`1 ? 2 : 3`, "JS_NOT_LITERAL@9"},
		{`1 in x`, "JS_NOT_LITERAL@9"},
		{`1 != 2`, "JS_NOT_LITERAL@9"},
		{`1 ! 2`, "JS_SYNTAX@9"},
		{`@`, "JS_SYNTAX@7"},
		{`1 2`, "JS_SYNTAX@9"},
	} {
		want := c[1]
		if !strings.Contains(want, "@") {
			want = `A.b{"x":` + want + "}"
		}
		if got := jsOutcome("A.b({x:" + c[0] + "})"); got != want {
			t.Errorf("%s: got %s, want %s", c[0], got, want)
		}
	}
}

func TestJSDepth(t *testing.T) {
	nested := func(n int) string {
		return "A.b(" + strings.Repeat("{x:[(", n) + strings.Repeat(")]}", n) + ")"
	}
	src := "A.b({x:" + strings.Repeat("[", 999) + strings.Repeat("]", 999) + "})"
	if got := jsOutcome(src); !strings.HasPrefix(got, `A.b{"x":[[`) {
		t.Errorf("1000 levels: %s", got)
	}
	src = "A.b({x:" + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) + "})"
	if got := jsOutcome(src); got != "LIMIT_EXCEEDED@1006" {
		t.Errorf("1001 levels: %s", got)
	}
	if got := jsOutcome(nested(400)); got != "LIMIT_EXCEEDED@1672" {
		t.Errorf("mixed levels: %s", got)
	}
}
