package xnl

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inBlock returns a message with one block.
func inBlock(elements string) string { return "!unquote_start\n" + elements + "\n!unquote_end\n" }

// block returns the events of such a message.
func block(events []string, calls ...string) []string {
	out := append([]string{"block 1"}, events...)
	return append(out, fmt.Sprint("end ", append([]string{}, calls...)))
}

func TestNativeCalls(t *testing.T) {
	one := func(args string) []string { return block([]string{"call i A.b " + args + " @15"}, "i") }
	fails := func(code Code) []string { return block([]string{fmt.Sprintf("error i %s 15 @15", code)}) }
	runScans(t, ScanOptions{}, []scanCase{
		{"no arguments", inBlock("<tool_call A.b #i >"), one("{}")},
		{"name in metadata", inBlock("<tool_call name=\"A.b\" id=i>"), one("{}")},
		{"name as a word", inBlock("<tool_call name=A.b id='i'>"), one("{}")},
		{"order of arguments", inBlock("<tool_call A.b id=i m=1 ( <x [2]> ) { a = 3 }>"), one(`{"m":1,"a":3,"x":[2]}`)},
		{"#id before id", inBlock("<tool_call A.b #i id=j k=2>"), one(`{"k":2}`)},
		{"arguments called like metadata", inBlock("<tool_call A.b #i { id = 1 name = 2 lang = 3 main = 4 }>"), one(`{"id":1,"name":2,"lang":3,"main":4}`)},
		{
			"kinds of values", inBlock("<tool_call A.b #i { w = a.b s = \"x\" n = 1.50 t = true z = null o = {w=v} l = [w [w] {}] }>"),
			one(`{"w":"a.b","s":"x","n":1.5,"t":true,"z":null,"o":{"w":"v"},"l":["w",["w"],{}]}`),
		},
		{"element as a value", inBlock("<tool_call A.b #i { x = [{y=<c>}] }>"), fails(BadArgs)},
		{"array block", inBlock("<tool_call A.b #i []>"), fails(BadArgs)},
		{"twice in two places", inBlock("<tool_call A.b #i x=1 { x = 1 }>"), fails(DuplicateParam)},
		{"twice with a child", inBlock("<tool_call A.b #i { x = 1 } ( <x []> )>"), fails(DuplicateParam)},
		{"twice in one place", inBlock("<tool_call A.b #i { x = 1 x = 2 }>"), one(`{"x":2}`)},
		{
			"text children", inBlock("<tool_call A.b #i ( <x #m>\n  y\n  </#m> <z chomp=true #>\nw\n\n</#> <c chomp=true #!>w\r\n</#> <d chomp=true #>w</#> <e chomp=1 #>w\n</#> )>"),
			one(`{"x":"  y\n  ","z":"w\n","c":"w","d":"w","e":"w\n"}`),
		},
		{"data children", inBlock("<tool_call A.b #i ( <x {y=z}> <l [1 w]> <e {}> <f []> )>"), one(`{"x":{"y":"z"},"l":[1,"w"],"e":{},"f":[]}`)},
		{"child without a block", inBlock("<tool_call A.b #i ( <x> )>"), fails(BadArgs)},
		{"child with two blocks", inBlock("<tool_call A.b #i ( <x {} []> )>"), fails(BadArgs)},
		{"child with children", inBlock("<tool_call A.b #i ( <x {} ()> )>"), fails(BadArgs)},
		{"child with metadata", inBlock("<tool_call A.b #i ( <x y=1 {}> )>"), fails(BadArgs)},
		{"child with an element", inBlock("<tool_call A.b #i ( <x [<y>]> )>"), fails(BadArgs)},
	})
}

func TestTextBodiesOfCalls(t *testing.T) {
	shown := func(body, call string, calls ...string) []string {
		events := []string{"begin i W.file @15"}
		if body != "" {
			events = append(events, fmt.Sprintf("body %q", body))
		}
		return block(append(events, call), calls...)
	}
	runScans(t, ScanOptions{}, []scanCase{
		{
			"main parameter", inBlock("<tool_call W.file #i { path = p } #m>\nx\n  y\n  </#m>"),
			shown("x\n  y\n  ", `call i W.file {"path":"p","content":"x\n  y\n  "} @15`, "i"),
		},
		{"empty", inBlock("<tool_call W.file #i #m></#m>"), shown("", `call i W.file {"content":""} @15`, "i")},
		{"a line break only", inBlock("<tool_call W.file #i #m>\r\n</#m>"), shown("", `call i W.file {"content":""} @15`, "i")},
		{"a lone CR", inBlock("<tool_call W.file #i #m>\r</#m>"), shown("\r", `call i W.file {"content":"\r"} @15`, "i")},
		{"like a closer", inBlock("<tool_call W.file #i #m><</</#</#m</?m></#mm>é</#m>"), shown("<</</#</#m</?m></#mm>é", `call i W.file {"content":"<</</#</#m</?m></#mm>é"} @15`, "i")},
		{"invalid bytes", inBlock("<tool_call W.file #i #m>\xff\xe2\x82</#m>"), shown("\ufffd\ufffd\ufffd", "call i W.file {\"content\":\"\ufffd\ufffd\ufffd\"} @15", "i")},
		{"main overridden", inBlock("<tool_call W.file #i main=other #>x</#>"), shown("x", `call i W.file {"other":"x"} @15`, "i")},
		{"main given to a tool without", inBlock("<tool_call A.b #i main=\"x\" #>y</#>"), block([]string{"begin i A.b @15", `body "y"`, `call i A.b {"x":"y"} @15`}, "i")},
		{"none", inBlock("<tool_call A.b #i #>y</#>"), block([]string{"begin i A.b @15", `body "y"`, "error i NO_MAIN_PARAM 15 @15"})},
		{"given twice", inBlock("<tool_call W.file #i {content=x} #>y</#>"), shown("y", "error i DUPLICATE_PARAM 15 @15")},
		{"missing id", inBlock("<tool_call W.file main=x #>y</#>"), block([]string{"notice MISSING_ID", "begin call-1 W.file @15", `body "y"`, `call call-1 W.file {"x":"y"} @15`}, "call-1")},
		{"no body for other tags", inBlock("<x #>y</#>"), block([]string{"notice IGNORED_ELEMENT"})},
		{"no body for text children", inBlock("<tool_call A.b #i ( <x #>y</#> )>"), block([]string{`call i A.b {"x":"y"} @15`}, "i")},
		{"never closed", "!unquote_start\n<tool_call W.file #i #m>\nx</#m", []string{"block 1", "begin i W.file @15", `body "x</#m"`, "error UNCLOSED_CALL 15 @15", "unclosed []"}},
		{"never closed after CR", "!unquote_start\n<tool_call W.file #i #m>\r", []string{"block 1", "begin i W.file @15", `body "\r"`, "error UNCLOSED_CALL 15 @15", "unclosed []"}},
	})
}

func TestScriptCalls(t *testing.T) {
	const head = "<tool_call #i lang=javascript #>" // 32 bytes, so the body begins at 47
	fails := func(code Code, at int) []string { return block([]string{fmt.Sprintf("error i %s %d @15", code, at)}) }
	runScans(t, ScanOptions{}, []scanCase{
		{"plain", inBlock(head + "\nA.b({x:1})\n</#>"), block([]string{`call i A.b {"x":1} @15`}, "i")},
		{"without lang", inBlock("<tool_call #i ?m>A.b()</?m>"), block([]string{`call i A.b {} @15`}, "i")},
		{"lang as a string", inBlock("<tool_call #i lang=\"javascript\" #>A.b()</#>"), block([]string{`call i A.b {} @15`}, "i")},
		{"head word agrees", inBlock("<tool_call A.b #i lang=javascript #>A.b()</#>"), block([]string{`call i A.b {} @15`}, "i")},
		{"head word differs", inBlock("<tool_call A.c #i lang=javascript #>A.b()</#>"), fails(NameMismatch, 15)},
		{"other lang", inBlock("<tool_call #i lang=python #>A.b()</#>"), fails(UnsupportedLang, 15)},
		{"lang of another kind", inBlock("<tool_call #i lang=[] #>A.b()</#>"), fails(UnsupportedLang, 15)},
		{"data element", inBlock("<tool_call #i lang=javascript>"), fails(BadCall, 15)},
		{"neither name nor body", inBlock("<tool_call #i {x=1}>"), fails(BadCall, 15)},
		{"offset in the message", inBlock(head + "A.b({x:y})</#>"), fails(JSNotLiteral, 47+7)},
		{"offset behind a line break", inBlock(head + "\r\nA.b({x:y})</#>"), fails(JSNotLiteral, 49+7)},
		{"offset behind invalid bytes", inBlock(head + "A.b({x:\"\xff\",y:y})</#>"), fails(JSNotLiteral, 47+13)},
		{"two calls", inBlock(head + "A.b({})\nA.c()</#>"), fails(MultipleCalls, 47+8)},
		{"notices first", inBlock("<tool_call lang=javascript #>A.b({x:1\ny:2})</#>"), block([]string{
			"notice MISSING_ID", "notice JS_MISSING_COMMA", `call call-1 A.b {"x":1,"y":2} @15`,
		}, "call-1")},
	})
}

func TestCallIDs(t *testing.T) {
	runScans(t, ScanOptions{}, []scanCase{
		{"kinds", inBlock("<tool_call A.b id=\"x y\"><tool_call A.b id=w><tool_call A.b id=007><tool_call A.b id=1.50>"), block([]string{
			"call x y A.b {} @15", "call w A.b {} @39", "call 007 A.b {} @59", "call 1.50 A.b {} @81",
		}, "x y", "w", "007", "1.50")},
		{"no id", inBlock("<tool_call A.b id=true><tool_call A.b id=\"\"><x><tool_call A.b>"), block([]string{
			"notice MISSING_ID", "call call-1 A.b {} @15", "notice MISSING_ID", "call call-2 A.b {} @38",
			"notice IGNORED_ELEMENT", "notice MISSING_ID", "call call-3 A.b {} @62",
		}, "call-1", "call-2", "call-3")},
		{"made-up id is taken", inBlock("<tool_call A.b #call-2 ><tool_call A.b>"), block([]string{
			"call call-2 A.b {} @15", "notice MISSING_ID", "call call-2~2 A.b {} @39",
		}, "call-2", "call-2~2")},
		{"the same call in another order", inBlock("<tool_call A.b #i {x=1 y={p=1.0 q=2}}><tool_call A.b #i {y={q=2 p=1} x=1}>"), block([]string{
			`call i A.b {"x":1,"y":{"p":1,"q":2}} @15`, "notice DUPLICATE_CALL",
		}, "i")},
		{"another name", inBlock("<tool_call A.b #i ><tool_call A.c #i ><tool_call A.d #j >"), block([]string{
			"call i A.b {} @15", "notice DUPLICATE_ID", "call i A.c {} @34", "call j A.d {} @53",
		}, "i", "j")},
		{"another order of an array", inBlock("<tool_call A.b #i {x=[1 2]}><tool_call A.b #i {x=[2 1]}>"), block([]string{
			`call i A.b {"x":[1,2]} @15`, "notice DUPLICATE_ID", `call i A.b {"x":[2,1]} @43`,
		}, "i")},
		{"a broken call does not take its id", inBlock("<tool_call A.b #i [1]><tool_call A.b #i >"), block([]string{
			"error i BAD_ARGS 15 @15", "call i A.b {} @37",
		}, "i")},
		{
			"over blocks", inBlock("<tool_call A.b #i >") + inBlock("<tool_call A.b #i ><tool_call A.b #i ><tool_call A.c #i >") + inBlock("<tool_call A.b #i ><tool_call A.b #i~2 >"),
			append(block([]string{"call i A.b {} @15"}, "i"),
				"block 2", "notice DUPLICATE_ID", "call i~2 A.b {} @63", "notice DUPLICATE_CALL",
				"notice DUPLICATE_ID", "call i~2 A.c {} @101", "end [i~2]",
				"block 3", "notice DUPLICATE_ID", "call i~3 A.b {} @149", "error UNEXPECTED_TOKEN 185 @168", "end [i~3]"),
		},
		{
			"the suffixed id is taken", inBlock("<tool_call A.b #i >") + inBlock("<tool_call A.b id='i~2'><tool_call A.b #i >"),
			append(block([]string{"call i A.b {} @15"}, "i"),
				"block 2", "call i~2 A.b {} @63", "notice DUPLICATE_ID", "call i~3 A.b {} @87", "end [i~2 i~3]"),
		},
		{
			"renamed before its body", inBlock("<tool_call W.file #i #>x</#>") + inBlock("<tool_call W.file #i #>x</#>"),
			append(block([]string{"begin i W.file @15", `body "x"`, `call i W.file {"content":"x"} @15`}, "i"),
				"block 2", "notice DUPLICATE_ID", "begin i~2 W.file @72", `body "x"`, `call i~2 W.file {"content":"x"} @72`, "end [i~2]"),
		},
	})
}

// The arguments of a call can be read as JSON in source order, and the fields that tie the events of
// a call together are set.
func TestEventFields(t *testing.T) {
	var got []Event
	s := NewScanner(ScanOptions{})
	keep := func(e Event) { e.Text = bytes.Clone(e.Text); got = append(got, e) }
	s.Write([]byte("a\n!unquote_start\n<tool_call A.b main=x #>y</#> </unquote\n!unquote_end"), keep)
	s.Close(keep)
	want := []Event{
		{Kind: EventText, Text: []byte("a\n"), End: 2},
		{Kind: EventBlockBegin, Block: 1, End: 16},
		{Kind: EventNotice, Code: MissingID, ID: "call-1", Block: 1, Start: 17, End: 41},
		{Kind: EventCallBegin, ID: "call-1", Name: "A.b", Args: &Map{}, Block: 1, Start: 17, End: 41},
		{Kind: EventBody, Text: []byte("y"), Block: 1, Start: 17, End: 42},
		{Kind: EventCall, ID: "call-1", Name: "A.b", Args: NewMap(Entry{"x", String("y")}), Block: 1, Start: 17, End: 46},
		{Kind: EventNotice, Code: StrayText, Block: 1, End: 48},
		{Kind: EventBlockEnd, Calls: []string{"call-1"}, Block: 1, End: 69},
	}
	for i := range got {
		if len(got[i].Text) == 0 {
			got[i].Text = nil
		}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Map{})); diff != "" {
		t.Error(diff)
	}
}
