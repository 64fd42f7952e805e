package xnl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// chunkSizes are the pieces in which inputs are given; 0 stands for the whole input.
var chunkSizes = []int{1, 2, 3, 7, 64, 0}

// parsePieces is Parse for an input that comes in pieces. Every piece lives in a buffer of its own
// that is overwritten afterwards, so that a reader that keeps a reference to it is found out.
func parsePieces(src []byte, opts Options, chunk int) (Doc, error) {
	m := machine{opts: opts}
	rest := strings.TrimPrefix(string(src), byteOrderMark)
	m.offset = len(src) - len(rest)
	var doc Doc
	for len(rest) > 0 {
		n := len(rest)
		if chunk > 0 {
			n = min(n, chunk)
		}
		piece := []byte(rest[:n])
		rest = rest[n:]
		var err *SyntaxError
		doc.Nodes, err = m.drain(piece, doc.Nodes)
		for i := range piece {
			piece[i] = '!'
		}
		if err != nil {
			doc.Warnings = m.warnings
			return doc, err.locate(src)
		}
	}
	doc.Warnings = m.warnings
	if err := m.close(); err != nil {
		return doc, err.locate(src)
	}
	return doc, nil
}

// outcome is what parsing gave, in one line.
func outcome(doc Doc, err error) string {
	var b strings.Builder
	var syntax *SyntaxError
	switch {
	case errors.As(err, &syntax):
		fmt.Fprintf(&b, "%s@%d %d:%d", syntax.Code, syntax.Offset, syntax.Line, syntax.Column)
	case err != nil:
		b.WriteString(err.Error())
	default:
		out, err := FormatDoc(doc.Nodes, Layout{})
		if err != nil {
			return err.Error()
		}
		b.Write(out)
	}
	for _, w := range doc.Warnings {
		fmt.Fprintf(&b, " %s(%s@%d)", w.Code, w.Name, w.Offset)
	}
	return b.String()
}

// lines runs a table of input and outcome, at every chunk size.
func runOutcomes(t *testing.T, opts Options, cases [][2]string) {
	t.Helper()
	for _, c := range cases {
		in, want := c[0], c[1]
		if got := outcome(Parse([]byte(in), opts)); got != want {
			t.Errorf("%q\n got %s\nwant %s", in, got, want)
		}
		for _, chunk := range chunkSizes {
			if got := outcome(parsePieces([]byte(in), opts, chunk)); got != want {
				t.Errorf("%q in pieces of %d\n got %s\nwant %s", in, chunk, got, want)
			}
		}
	}
}

func TestPositions(t *testing.T) {
	runOutcomes(t, Options{}, [][2]string{
		{"\n\n  é<a>", "UNEXPECTED_TOKEN@4 3:3"},
		{"<a>\n<!-- é\n --> <b é>", "UNEXPECTED_TOKEN@20 3:9"},
		{"<a>\r\n\r\n?", "UNEXPECTED_TOKEN@7 3:1"},
		{"<a>\r?", "UNEXPECTED_TOKEN@4 1:5"},
		{"\xef\xbb\xbf<a>", "<a>"},
		{"\xef\xbb\xbf<é>", "UNEXPECTED_TOKEN@4 1:3"},
		{"\xef\xbb\xbf\xef\xbb\xbf<a>", "UNEXPECTED_TOKEN@3 1:2"},
		{"\xef\xbb<a>", "UNEXPECTED_TOKEN@0 1:1"},
		{"<a [\"\xff\xfe\"] \xff>", "UNEXPECTED_TOKEN@10 1:11"},
		{"<a\u00a0x=1>", "UNEXPECTED_TOKEN@2 1:3"},
	})
}

func TestCommentsAndAngles(t *testing.T) {
	runOutcomes(t, Options{}, [][2]string{
		{"<!--><a>", "UNEXPECTED_EOF@8 1:9"},
		{"<!---><a>", "UNEXPECTED_EOF@9 1:10"},
		{"<!----><a>", "<a>"},
		{"<!-- - -- ---><a>", "<a>"},
		{"<a <!--x--> B <!--x--> #i <!--x--> k <!--x--> = <!--x--> 1 <!--x--> { <!--x--> } <!--x--> [ <!--x--> ] <!--x--> ( <!--x--> ) <!--x--> >", "<a B #i k=1 {} [] ()>"},
		{"<a<!---->b>", "<a b>"},
		{"<", "UNEXPECTED_EOF@1 1:2"},
		{"<!", "UNEXPECTED_EOF@2 1:3"},
		{"<!-", "UNEXPECTED_EOF@3 1:4"},
		{"<!x", "UNEXPECTED_TOKEN@1 1:2"},
		{"<!-x", "UNEXPECTED_TOKEN@1 1:2"},
		{"<a <b>>", "UNEXPECTED_TOKEN@3 1:4"},
		{"<a <!b>>", "UNEXPECTED_TOKEN@3 1:4"},
		{"<a x <b>>", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a {x <b>}>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a {<b>}>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a {} <b>>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a [< b>]>", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a (<1>)>", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a x=<b>>", "<a x=<b>>"},
		{"<a x=<!---->>", "INVALID_LITERAL@12 1:13"},
	})
}

func TestHeads(t *testing.T) {
	runOutcomes(t, Options{}, [][2]string{
		{"<a true>", "<a true>"},
		{"<a b.c.d>", "<a b.c.d>"},
		{"<a b.c =1>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a b.c.d\n= 1>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a b.1>", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a b c.d=1>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a b k=1 #x {}>", "UNEXPECTED_TOKEN@11 1:12"},
		{"<a b #i k=1>", "<a b #i k=1>"},
		{"<a #i b>", "UNEXPECTED_TOKEN@7 1:8"},
		{"<a #i b=1 c>", "UNEXPECTED_TOKEN@11 1:12"},
		{"<a k=1 #i>", "MISMATCHED_TAG@10 1:11"},
		{"<a #i #j>x</#j>", "<a #i #j>x</#j>"},
		{"<a #i #j >", "UNEXPECTED_TOKEN@8 1:9"},
		{"<a #1 >", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a #1>x</#1>", "<a #1>x</#1>"},
		{"<a # x>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a #!m >", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a #-m>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a #m.>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a #m..n >", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a #m.n.o>", "<a #m.n.o>"},
		{"<a #m{}>", "<a #m {}>"},
		{"<a#m >", "<a #m >"},
		{"<a ?m >", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a ?!m>x</?m>", "<a ?m>x</?m>"},
		{"<a ?!!m>", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a ?m!>", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a x=1 \"k\">", "UNEXPECTED_TOKEN@10 1:11"},
		{"<a 'k'=1>", "<a k=1>"},
		{"<a 'k'\n=\n1>", "<a k=1>"},
		{"<a x:1>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a x=1,>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a/>", "UNEXPECTED_TOKEN@2 1:3"},
		{"<a:b>", "UNEXPECTED_TOKEN@2 1:3"},
	})
	runOutcomes(t, Options{HashIsID: true}, [][2]string{
		{"<a #b>", "<a #b >"},
		{"<a B #b>", "<a B #b >"},
		{"<a #b ?m>x</?m>", "<a #b ?m>x</?m>"},
		{"<a #>x</#>", "<a #>x</#>"},
		{"<a #1>x</#1>", "<a #1>x</#1>"},
		{"<a #!b>x</#b>", "<a #b>x</#b>"},
		{"<a x=1 #b>x</#b>", "<a x=1 #b>x</#b>"},
	})
}

func TestBlocks(t *testing.T) {
	runOutcomes(t, Options{}, [][2]string{
		{"<a{x=1}[2](<b>)>", "<a { x = 1 } [ 2 ] ( <b> )>"},
		{"<a {}{}>", "INVALID_CONTENT@5 1:6"},
		{"<a [][]>", "INVALID_CONTENT@5 1:6"},
		{"<a ()()>", "INVALID_CONTENT@5 1:6"},
		{"<a {} x=1>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a {} 'x'=1>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a {} #m>t</#m>", "<a {} #m>t</#m>"},
		{"<a [] #m>", "INVALID_CONTENT@6 1:7"},
		{"<a () ?", "INVALID_CONTENT@6 1:7"},
		{"<a {} [] #>", "INVALID_CONTENT@9 1:10"},
		{"<a (x)>", "INVALID_CONTENT@4 1:5"},
		{"<a (,)>", "INVALID_CONTENT@4 1:5"},
		{"<a [)>", "INVALID_LITERAL@4 1:5"},
		{"<a {]>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a {x=1]>", "UNEXPECTED_TOKEN@7 1:8"},
		{"<a {x=}>", "INVALID_LITERAL@6 1:7"},
		{"<a {x=1 x=2 y={z=1 z=2}}>", "<a { x = 2 y = { z = 2 } }> DUPLICATE_KEY(x@8) DUPLICATE_KEY(z@19)"},
		{"<a {\"x\"=1 x=2}>", "<a { x = 2 }> DUPLICATE_KEY(x@10)"},
		{"<a (<b #>1</#> <c> <b [2]> <c>)>", "<a ( <b [ 2 ]> <c> )> DUPLICATE_CHILD(b@19) DUPLICATE_CHILD(c@27)"},
		{"<a (<b ( <c> <c> )>)>", "<a ( <b ( <c> )> )> DUPLICATE_CHILD(c@13)"},
	})
}

func TestLiterals(t *testing.T) {
	runOutcomes(t, Options{}, [][2]string{
		{"<a [null true false]>", "<a [ null true false ]>"},
		{"<a [null.x]>", "INVALID_LITERAL@8 1:9"},
		{"<a v=true.x>", "INVALID_LITERAL@9 1:10"},
		{"<a [nulls.x true-x _ a-b.c_d]>", "<a [ nulls.x true-x _ a-b.c_d ]>"},
		{"<a [x.null]>", "<a [ x.null ]>"},
		{"<a [x.]>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a [x.1]>", "UNEXPECTED_TOKEN@6 1:7"},
		{"<a [\"x\"'y'[1]\"z\"]>", "<a [ \"x\" \"y\" [1] \"z\" ]>"},
		{"<a [-0 +0 -9223372036854775808 -9223372036854775809]>", "<a [ 0 0 -9223372036854775808 -9223372036854776000 ]>"},
		{"<a [1e5 1E+5 1e-7 1e21 123456789012345678901]>", "<a [ 100000 100000 1e-7 1e+21 123456789012345680000 ]>"},
		{"<a [1e-400]>", "<a [ 0 ]>"},
		{"<a [1e400 ]>", "INVALID_LITERAL@4 1:5"},
		{"<a [1.]>", "INVALID_LITERAL@6 1:7"},
		{"<a [1.e5]>", "INVALID_LITERAL@6 1:7"},
		{"<a [1e+]>", "INVALID_LITERAL@7 1:8"},
		{"<a [1ex]>", "INVALID_LITERAL@6 1:7"},
		{"<a [+]>", "INVALID_LITERAL@4 1:5"},
		{"<a [+-1]>", "INVALID_LITERAL@4 1:5"},
		{"<a [-x]>", "INVALID_LITERAL@4 1:5"},
		{"<a [1.2.3]>", "INVALID_LITERAL@7 1:8"},
		{"<a [1_000]>", "INVALID_LITERAL@5 1:6"},
		{"<a [0x1F]>", "INVALID_LITERAL@5 1:6"},
		{"<a [1+2]>", "INVALID_LITERAL@5 1:6"},
		{"<a [1\"x\"[2]{y=3}]>", "<a [ 1 \"x\" [2] { y = 3 } ]>"},
		{"<a [1é]>", "INVALID_LITERAL@5 1:6"},
		{"<a [\"\\u00e9\\u0000\"]>", "<a [ \"é\\u0000\" ]>"},
		{"<a [\"\\ud83d\\ude00 \\ud83d \\ude00 \\ud83dx \\ud83d\\n \\ud83d\\ud83d\\ude00\"]>", "<a [ \"😀 \ufffd \ufffd \ufffdx \ufffd\\n \ufffd😀\" ]>"},
		{"<a [\"\\u12", "UNEXPECTED_EOF@9 1:10"},
		{"<a [\"\\u12\"]>", "INVALID_LITERAL@7 1:8"},
		{"<a [\"\\u123x\"]>", "INVALID_LITERAL@7 1:8"},
		{"<a [\"\\é\\\n\"]>", "<a [ \"é\\n\" ]>"},
		{"<a [\"\xff\xe2\x82\"]>", "<a [ \"\ufffd\ufffd\ufffd\" ]>"},
		{"<a {\"\xff\"=1}>", "<a { \"\ufffd\" = 1 }>"},
		{"<a [\"<!-- no comment -->\"]>", "<a [ \"<!-- no comment -->\" ]>"},
		{"<a v=,>", "INVALID_LITERAL@5 1:6"},
	})
}

func TestTextBodies(t *testing.T) {
	runOutcomes(t, Options{}, [][2]string{
		{"<t #m><<</</#</#m</#m>", "<t #m><<</</#</#m</#m>"},
		{"<t #m></#mm></#m>", "<t #m></#mm></#m>"},
		{"<t #mm></#m></#mm>", "<t #mm></#m></#mm>"},
		{"<t #m>a</#n>b</#m x>", "MISMATCHED_TAG@7 1:8"},
		{"<t #m>a</#m x>b</#n>", "MISMATCHED_TAG@15 1:16"},
		{"<t #m>a</#m x>b</#n x", "UNEXPECTED_TOKEN@7 1:8"},
		{"<t #m>a</# b", "UNEXPECTED_TOKEN@7 1:8"},
		{"<t #m>a</#n>b</#o>", "MISMATCHED_TAG@7 1:8"},
		{"<t #m>a</#m x</#n y", "UNEXPECTED_TOKEN@7 1:8"},
		{"<t #m>a</#m", "MISMATCHED_TAG@6 1:7"},
		{"<t #m>a</?n>", "MISMATCHED_TAG@6 1:7"},
		{"<t #m>a</?m>", "MISMATCHED_TAG@6 1:7"},
		{"<a [<t #m>\nx\ny", "MISMATCHED_TAG@10 1:11"},
		{"<t #>\r\n  a\r\n  </#>", "<t #>\r\na\r\n</#>"},
		{"<t #>\xff</#>", "<t #>\ufffd</#>"},
		{"<t #!m>\r\n\n x</#m>", "<t #m>\n x</#m>"},
		{"<t #!m>\rx</#m>", "<t #m>\rx</#m>"},
		{"<tool_call A.b #m>\n  x\n  </#m>", "<tool_call A.b #!m>\n  x\n  </#m>"},
		{"<tool_call A.b ( <x #m>\n\n</#m> <y [<z #m>\n\n</#m>]> )>", "<tool_call A.b ( <x #!m>\n\n</#m> <y [ <z #m>\n\n</#m> ]> )>"},
	})
}

// A stray byte after a closed body is found where the body ended.
func TestAfterTextBody(t *testing.T) {
	runOutcomes(t, Options{}, [][2]string{
		{"<t #m></#m></#m>", "UNEXPECTED_TOKEN@12 1:13"},
	})
}

func TestPlainAndRawText(t *testing.T) {
	cases := []struct{ name, in, value, verbatim string }{
		{"one line", "<t #>  x  </#>", "  x  ", "  x  "},
		{"closer in column one", "<t #>\nx\n</#>", "\nx\n", "x\n"},
		{"indented", "<t #>\n  x\n   y\n z\n\n  </#>", "x\n y\nz\n\n", "  x\n   y\n z\n\n  "},
		{"first line with text", "<t #>  a\n  b\n  </#>", "a\nb\n", "  a\n  b\n  "},
		{"tabs do not match spaces", "<t #>\n\tx\n  </#>", "\tx\n", "\tx\n  "},
		{"mixed indent", "<t #>\n \tx\n  y\n \t</#>", "x\n y\n", " \tx\n  y\n \t"},
		{"only blanks", "<t #>\n  </#>", "", "  "},
		{"text before the closer", "<t #>\n  x\n  y</#>", "\n  x\n  y", "  x\n  y"},
		{"raw", "<t #!>\n  x\n  </#>", "  x\n  ", "  x\n  "},
		{"raw CRLF", "<t #!>\r\nx</#>", "x", "x"},
		{"plain CRLF keeps its lone CR", "<t #>\r\n  x\r\n  </#>", "\r\nx\r\n", "  x\r\n  "},
		{"body of a call", "<tool_call #>\n  x\n  </#>", "  x\n  ", "  x\n  "},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, chunk := range chunkSizes {
				doc, err := parsePieces([]byte(c.in), Options{}, chunk)
				if err != nil {
					t.Fatal(err)
				}
				got := doc.Nodes[0].Text
				if got.Value != c.value || got.Verbatim != c.verbatim {
					t.Errorf("pieces of %d: got %q and %q, want %q and %q", chunk, got.Value, got.Verbatim, c.value, c.verbatim)
				}
				if at := c.in[got.Offset:]; !strings.HasPrefix(at, c.verbatim) {
					t.Errorf("Offset %d points at %q", got.Offset, at)
				}
			}
		})
	}
}

func TestLenient(t *testing.T) {
	runOutcomes(t, Options{Lenient: true}, [][2]string{
		{"<a x:1, y : 2, {z: 3,} [1,,2,] (<b>, <c>,)>", "<a x=1 y=2 { z = 3 } [ 1 2 ] ( <b> <c> )>"},
		{"<a B, x=1>", "<a B x=1>"},
		{"<a {x={y:1,z:[2,3]}}>", "<a { x = { y = 1 z = [2 3] } }>"},
		{"<a {\"k\": 1}>", "<a { k = 1 }>"},
		{"<a b.c: 1>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a {x=,}>", "INVALID_LITERAL@6 1:7"},
		{"<a {x,=1}>", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a {}, []>", "UNEXPECTED_TOKEN@5 1:6"},
		{"<a>, <b>", "UNEXPECTED_TOKEN@3 1:4"},
	})
}

func TestDepth(t *testing.T) {
	rep := strings.Repeat
	for _, c := range []struct {
		name string
		src  func(n int) string // with n levels
		at   func(n int) int    // where the last of them begins
	}{
		{"elements in []", func(n int) string { return rep("<a [", n) + rep("]>", n) }, func(n int) int { return 4 * (n - 1) }},
		{"elements in ()", func(n int) string { return rep("<a (", n) + rep(")>", n) }, func(n int) int { return 4 * (n - 1) }},
		{"elements as values", func(n int) string { return rep("<a x=", n-1) + "<b" + rep(">", n) }, func(n int) int { return 5 * (n - 1) }},
		{"arrays", func(n int) string { return "<a " + rep("[", n) + rep("]", n) + ">" }, func(n int) int { return 3 + n - 1 }},
		{"objects", func(n int) string { return "<a " + rep("{x=", n) + "1" + rep("}", n) + ">" }, func(n int) int { return 3 + 3*(n-1) }},
		{"texts", func(n int) string { return rep("<a [", n-1) + "<t #>x</#>" + rep("]>", n-1) }, func(n int) int { return 4 * (n - 1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			// The block of the one element around the arrays and objects is no level, the element is.
			most := 1000
			for _, chunk := range []int{1, 0} {
				if _, err := parsePieces([]byte(c.src(most)), Options{}, chunk); err != nil {
					t.Errorf("%d levels: %v", most, err)
				}
				_, err := parsePieces([]byte(c.src(most+1)), Options{}, chunk)
				var syntax *SyntaxError
				if !errors.As(err, &syntax) || syntax.Code != LimitExceeded || syntax.Offset != c.at(most+1) {
					t.Errorf("%d levels: got %v, want LIMIT_EXCEEDED at offset %d", most+1, err, c.at(most+1))
				}
			}
		})
	}
}

func TestParseOne(t *testing.T) {
	for _, c := range [][2]string{
		{" <!-- x --> <a> <!-- y --> ", "<a>"},
		{"  ", "UNEXPECTED_EOF@2 1:3"},
		{"<a> x", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a> <b>", "UNEXPECTED_TOKEN@4 1:5"},
		{"<a> <!", "UNEXPECTED_EOF@6 1:7"},
	} {
		e, warnings, err := ParseOne([]byte(c[0]), Options{})
		if got := outcome(Doc{Nodes: []*Element{e}, Warnings: warnings}, err); got != c[1] {
			t.Errorf("%q: got %s, want %s", c[0], got, c[1])
		}
	}
}

// Every proper prefix of a document with one element asks for more.
func TestIncomplete(t *testing.T) {
	const src = "<a W.x #i k=\"v\\u0041\" { n = -1.5e+3 'q' = [1 {z=null}] } [ word <!-- c --> ] ( <t ?!m>x</?n></?m> )>"
	if _, err := Parse([]byte(src), Options{}); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(src); i++ {
		_, err := Parse([]byte(src[:i]), Options{})
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !syntax.Incomplete() {
			t.Errorf("%q: %v is not reported as incomplete", src[:i], err)
		}
	}
	_, err := Parse([]byte("<a [}]>"), Options{})
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || syntax.Incomplete() {
		t.Errorf("%v is reported as incomplete", err)
	}
}

func TestErrorText(t *testing.T) {
	_, err := Parse([]byte("<tool_call {\n  x 1}>"), Options{})
	want := "UNEXPECTED_TOKEN at 2:5 in <tool_call>: expected '=' after the key"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// What was complete before an error is returned with it.
func TestPartialDocument(t *testing.T) {
	doc, err := Parse([]byte("<a {x=1 x=2}><b"), Options{})
	if err == nil || len(doc.Nodes) != 1 || len(doc.Warnings) != 1 {
		t.Errorf("got %d nodes, %d warnings, %v", len(doc.Nodes), len(doc.Warnings), err)
	}
}

func TestTree(t *testing.T) {
	got, _, err := ParseOne([]byte("<a H #i k=w { n = 007 } [ 1.50 null ] ( <t #m>x</#m> )>"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := &Element{
		Tag: "a", Head: "H", ID: "i",
		Meta:  NewMap(Entry{"k", Word("w")}),
		Attrs: NewMap(Entry{"n", Int{Value: 7, Raw: "007"}}),
		Body:  []Node{Float{Value: 1.5, Raw: "1.50"}, Null{}},
		Ext: []*Element{{
			Tag: "t", Offset: 40,
			Text: &Text{Value: "x", Verbatim: "x", Sigil: '#', Marker: "m", Offset: 46},
		}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Map{})); diff != "" {
		t.Error(diff)
	}
	if got.Child("t") == nil || got.Child("u") != nil {
		t.Error("Child does not find its tag")
	}
}

func TestMap(t *testing.T) {
	var m Map
	const n = 3 * smallMap
	for i := range n {
		if m.Set(fmt.Sprint(i), Int{Value: int64(i)}) {
			t.Errorf("key %d is said to be there", i)
		}
	}
	if !m.Set("5", Null{}) {
		t.Error("key 5 is said not to be there")
	}
	var keys []string
	for key := range m.All() {
		keys = append(keys, key)
	}
	if v, ok := m.Get("5"); len(keys) != n || keys[5] != "5" || !ok || v != (Null{}) {
		t.Errorf("got %v and %v", keys, v)
	}
	if _, ok := m.Get("x"); ok {
		t.Error("key x is said to be there")
	}
	if !slices.IsSortedFunc(keys[:10], strings.Compare) {
		t.Errorf("order lost: %v", keys)
	}
}
