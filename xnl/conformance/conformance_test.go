package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"eidolon/xnl"
)

// The case file of the project passes in full.
func TestCases(t *testing.T) {
	f, err := os.Open("../../testdata/xnl/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	report, err := Run(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, fail := range report.Failures {
		t.Errorf("%s (%s) %s\n got %s\nwant %s", fail.ID, fail.Kind, fail.Note, fail.Got, fail.Want)
	}
	if report.Passed < 168 {
		t.Errorf("%d cases passed, want at least 168", report.Passed)
	}
}

// Every kind of case can pass, and fails when anything expected is different.
func TestRun(t *testing.T) {
	for _, c := range []struct{ name, good, bad string }{
		{
			"nodes", `"kind":"doc","input":"<a>","expect":{"nodes":[{"t":"data","tag":"a","meta":[]}]}`,
			`"kind":"doc","input":"<a>","expect":{"nodes":[{"t":"data","tag":"b","meta":[]}]}`,
		},
		{
			"number of nodes", `"kind":"doc","parts":[{"s":"<a>","n":3}],"expect":{"ok":true,"nodes":3}`,
			`"kind":"doc","parts":[{"s":"<a>","n":3}],"expect":{"ok":true,"nodes":2}`,
		},
		{
			"deep tree", `"kind":"doc","parts":[{"s":"<a [","n":900},{"s":"]>","n":900}],"expect":` + deepTree(900),
			`"kind":"doc","parts":[{"s":"<a [","n":900},{"s":"]>","n":900}],"expect":` + deepTree(899),
		},
		{
			"missing warnings", `"kind":"doc","input":"<a x=1 x=1>","expect":{"nodes":[{"t":"data","tag":"a","meta":[["x",{"t":"int","v":"1"}]]}],"warnings":[{"code":"DUPLICATE_KEY","name":"x"}]}`,
			`"kind":"doc","input":"<a x=1 x=1>","expect":{"nodes":[{"t":"data","tag":"a","meta":[["x",{"t":"int","v":"1"}]]}]}`,
		},
		{
			"error", `"kind":"single","input":"","expect":{"error":{"code":"UNEXPECTED_EOF","offset":0,"line":1,"column":1}}`,
			`"kind":"single","input":"","expect":{"error":{"code":"UNEXPECTED_EOF","offset":0,"line":1,"column":2}}`,
		},
		{"error in place of nodes", `"kind":"lenient","input":"<a x:1>","expect":{"nodes":1}`, `"kind":"doc","input":"<a x:1>","expect":{"nodes":1}`},
		{
			"format", `"kind":"format","input":"<a{}>","expect":{"compact":"<a {}>","pretty":"<a {}>"}`,
			`"kind":"format","input":"<a{}>","expect":{"compact":"<a {}>","pretty":"<a {\n}>"}`,
		},
		{
			"json", `"kind":"json","json":[1,{"a":2}],"expect":{"compact":"[1 { a = 2 }]","pretty":"[\n  1\n  {\n    a = 2\n  }\n]"}`,
			`"kind":"json","json":[1],"expect":{"compact":"[ 1 ]","pretty":"[\n  1\n]"}`,
		},
		{
			"history", `"kind":"history","message":{"role":"user","n":1},"expect":{"record":"<user {\n  n = 1\n}>\n"}`,
			`"kind":"history","message":{"role":"user","n":1},"expect":{"record":"<user {\n  n = 2\n}>\n"}`,
		},
		{
			"js", `"kind":"js","input":"A.b({b:1,a:1e3\nc:2})","expect":{"name":"A.b","args":{"a":1000,"b":1,"c":2},"notices":["JS_MISSING_COMMA"]}`,
			`"kind":"js","input":"A.b({b:1,a:1e3\nc:2})","expect":{"name":"A.b","args":{"a":1000,"b":1,"c":2}}`,
		},
		{
			"js error", `"kind":"js","input":"A.b(x)","expect":{"error":{"code":"JS_NOT_LITERAL","offset":4}}`,
			`"kind":"js","input":"A.b(x)","expect":{"error":{"code":"JS_SYNTAX","offset":4}}`,
		},
		{
			"stream", `"kind":"stream","input":"a\n!quote_end","expect":{"events":[{"e":"text","s":"a\n"},{"e":"notice","code":"STRAY_END"}]}`,
			`"kind":"stream","input":"a\n!quote_end","expect":{"events":[{"e":"notice","code":"STRAY_END"},{"e":"text","s":"a\n"}]}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			report, err := Run(strings.NewReader(`{"cases":[{"id":"1",` + c.good + `},{"id":"2",` + c.bad + `},{"id":"3","kind":"?"}]}`))
			if err != nil {
				t.Fatal(err)
			}
			var failed []string
			for _, f := range report.Failures {
				failed = append(failed, f.ID)
			}
			if report.Passed != 1 || report.Failed != 2 || fmt.Sprint(failed) != "[2 3]" {
				t.Errorf("got %+v", report)
			}
		})
	}
	if _, err := Run(strings.NewReader("[")); err == nil {
		t.Error("a broken file is accepted")
	}
}

func deepTree(n int) string {
	const open, end = `{"t":"data","tag":"a","meta":[],"body":[`, `]}`
	return `{"nodes":[` + strings.Repeat(open, n) + strings.Repeat(end, n) + `]}`
}

func TestWriteEvents(t *testing.T) {
	const message = "a\n!unquote_start\n<tool_call bash #m>ls\n</#m>\n!unquote_end\n\xe2\x82\xac"
	want := `{"e":"text","s":"a\n"}
{"e":"block_begin"}
{"e":"notice","code":"MISSING_ID"}
{"e":"call_begin","id":"call-1","name":"bash"}
{"e":"body","s":"ls\n"}
{"e":"call","id":"call-1","name":"bash","args":{"command":"ls\n"}}
{"e":"block_end","calls":["call-1"]}
{"e":"text","s":"€"}
`
	for chunk := range len(message) + 1 {
		var got bytes.Buffer
		if err := WriteEvents(&got, []byte(message), chunk); err != nil || got.String() != want {
			t.Errorf("in pieces of %d: %v\n%s", chunk, err, got.String())
		}
	}
}

func TestTreeAndError(t *testing.T) {
	doc, err := xnl.Parse([]byte("<a W #i k=007 {s='x' w=y.z f=1.0 b=true n=null o={} l=[-1]} []><t ?!m>x</?m>"), xnl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"nodes":[{"t":"data","tag":"a","word":"W","id":"i","meta":[["k",{"t":"int","v":"7","raw":"007"}]],` +
		`"attrs":[["s",{"t":"str","v":"x"}],["w",{"t":"word","v":"y.z"}],["f",{"t":"float","v":1,"raw":"1.0"}],` +
		`["b",{"t":"bool","v":true}],["n",{"t":"null"}],["o",{"t":"obj","v":[]}],["l",{"t":"arr","v":[{"t":"int","v":"-1"}]}]],"body":[]},` +
		`{"t":"text","tag":"t","meta":[],"open":"?","marker":"m","raw":true,"text":"x"}]}`
	if got := string(Tree(doc)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	_, err = xnl.Parse([]byte("<a\n \"é"), xnl.Options{})
	got := Error(err)
	var fields map[string]any
	if json.Unmarshal(got, &fields) != nil || fields["code"] != "UNEXPECTED_EOF" || fields["offset"] != 7.0 ||
		fields["line"] != 2.0 || fields["column"] != 4.0 || fields["message"] == "" {
		t.Errorf("got %s", got)
	}
}
