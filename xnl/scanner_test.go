package xnl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scan returns the events of a message that comes in pieces, one line each, neighbouring texts and
// bodies joined, and where each event ended. Every piece is overwritten once it has been given.
func scan(tb testing.TB, message string, chunk int, opts ScanOptions) (out []string, ends []int) {
	tb.Helper()
	if opts.MainParam == nil {
		opts.MainParam = func(tool string) (string, bool) { return "content", tool == "W.file" }
	}
	s := NewScanner(opts)
	var (
		open Kind
		text []byte
		end  int
	)
	flush := func() {
		if len(text) > 0 {
			out = append(out, fmt.Sprintf("%s %q", map[Kind]string{EventText: "text", EventBody: "body"}[open], text))
			ends = append(ends, end)
			text = text[:0]
		}
	}
	emit := func(e Event) {
		if e.End < end || e.End > len(message) {
			tb.Errorf("%q in pieces of %d: End goes from %d to %d", message, chunk, end, e.End)
		}
		if e.Kind != EventText && e.Kind != EventBody || e.Kind != open {
			flush()
		}
		end = e.End
		if e.Kind == EventText || e.Kind == EventBody {
			open = e.Kind
			text = append(text, e.Text...)
			return
		}
		out = append(out, eventLine(tb, e))
		ends = append(ends, end)
	}
	for rest := message; rest != ""; {
		n := len(rest)
		if chunk > 0 {
			n = min(n, chunk)
		}
		piece := []byte(rest[:n])
		s.Write(piece, emit)
		for i := range piece {
			piece[i] = '!'
		}
		rest = rest[n:]
	}
	s.Close(emit)
	flush()
	return out, ends
}

func eventLine(tb testing.TB, e Event) string {
	tb.Helper()
	switch e.Kind {
	case EventQuote:
		return fmt.Sprintf("quote %q", e.Text)
	case EventBlockBegin:
		return fmt.Sprintf("block %d", e.Block)
	case EventCallBegin:
		return fmt.Sprintf("begin %s %s @%d", e.ID, e.Name, e.Start)
	case EventCall:
		args, err := e.Args.MarshalJSON()
		if err != nil {
			tb.Error(err)
		}
		return fmt.Sprintf("call %s %s %s @%d", e.ID, e.Name, args, e.Start)
	case EventCallError:
		return strings.Join(strings.Fields(fmt.Sprintf("error %s %s %d @%d", e.ID, e.Code, e.Offset, e.Start)), " ")
	case EventBlockEnd:
		return fmt.Sprint("end ", e.Calls)
	case EventBlockUnclosed:
		return fmt.Sprint("unclosed ", e.Calls)
	case EventNotice:
		return "notice " + string(e.Code)
	case EventText, EventBody: // joined by the caller
	}
	return "?"
}

type scanCase struct {
	name, in string
	want     []string
}

// runScans runs a table at every chunk size.
func runScans(t *testing.T, opts ScanOptions, cases []scanCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, whole := scan(t, c.in, 0, opts)
			for _, chunk := range chunkSizes {
				got, ends := scan(t, c.in, chunk, opts)
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%q in pieces of %d (-want +got):\n%s", c.in, chunk, diff)
				}
				if diff := cmp.Diff(whole, ends); diff != "" {
					t.Errorf("%q in pieces of %d: ends differ (-whole +got):\n%s", c.in, chunk, diff)
				}
			}
		})
	}
}

func TestMarkersInText(t *testing.T) {
	runScans(t, ScanOptions{}, []scanCase{
		{"empty", "", nil},
		{"text only", "a\n\n b", []string{`text "a\n\n b"`}},
		{"blanks before", "a\n \t!unquote_start\n!unquote_end\nb", []string{`text "a\n"`, "block 1", "end []", `text "b"`}},
		{"blanks after", "!unquote_start\n!unquote_end \t \r\n b", []string{"block 1", "end []", `text " b"`}},
		{"one line break only", "!unquote_start!unquote_end\n\nb", []string{`text "!unquote_start!unquote_end\n\nb"`}},
		{"two line breaks", "!unquote_start !unquote_end\n\nb", []string{"block 1", "end []", `text "\nb"`}},
		{"lone CR behind a marker", "!unquote_start !unquote_end\rb", []string{"block 1", "end []", `text "\rb"`}},
		{"lone CR at the end", "!unquote_start !unquote_end\r", []string{"block 1", "end []", `text "\r"`}},
		{"text on the same line", "!unquote_start !unquote_end  b", []string{"block 1", "end []", `text "b"`}},
		{"two blocks on a line", "!unquote_start !unquote_end !unquote_start !unquote_end", []string{"block 1", "end []", "block 2", "end []"}},
		{"not at a line start", "a !unquote_start\nb", []string{`text "a !unquote_start\nb"`}},
		{"no-break space before", "\u00a0!unquote_start\n", []string{`text "\u00a0!unquote_start\n"`}},
		{"followed by a letter", "!unquote_started\n", []string{`text "!unquote_started\n"`}},
		{"followed by a dot", "!unquote_start.\n", []string{`text "!unquote_start.\n"`}},
		{"upper case", "!Unquote_start\n", []string{`text "!Unquote_start\n"`}},
		{"followed by an element", "!unquote_start<tool_call A.b #i >!unquote_end", []string{"block 1", "call i A.b {} @14", "end [i]"}},
		{"at the end of the message", "a\n!unquote_start", []string{`text "a\n"`, "block 1", "unclosed []"}},
		{"cut off", "a\n  !unquote_star", []string{`text "a\n  !unquote_star"`}},
		{"cut off after one byte", "a\n!", []string{`text "a\n!"`}},
		{"blanks at the end", "a\n  ", []string{`text "a\n  "`}},
		{"stray ends", "!unquote_end\na\n !quote_end b\n!quote_end", []string{
			"notice STRAY_END", `text "a\n"`, "notice STRAY_END", `text "b\n"`, "notice STRAY_END",
		}},
		{"marker of a marker", "!!unquote_start\n", []string{`text "!!unquote_start\n"`}},
		{"byte order mark", "\xef\xbb\xbf!quote_end\na", []string{"notice STRAY_END", `text "a"`}},
		{"half a byte order mark", "\xef\xbc\x81!quote_end", []string{`text "！!quote_end"`}},
		{"broken byte order mark", "\xef\xbb", []string{`text "` + "\ufffd\ufffd" + `"`}},
		{"invalid bytes", "a\xffb\xe2\x82c\xf0\x9f\x98\n\xe2", []string{`text "a` + "\ufffdb\ufffd\ufffdc\ufffd\ufffd\ufffd" + `\n` + "\ufffd" + `"`}},
		{"several bytes", "é€😀\n€", []string{`text "é€😀\n€"`}},
	})
}

func TestUnwrappedCall(t *testing.T) {
	runScans(t, ScanOptions{}, []scanCase{
		{"once a message", "a\n <tool_call A.b>\n<tool_call>\n", []string{`text "a\n"`, "notice UNWRAPPED_CALL", `text " <tool_call A.b>\n<tool_call>\n"`}},
		{"not at a line start", "a <tool_call A.b>", []string{`text "a <tool_call A.b>"`}},
		{"another tag", "<tool_calls>\n<tool_call.x>\n<tool_card>", []string{`text "<tool_calls>\n<tool_call.x>\n<tool_card>"`}},
		{"in a fence", "```\n<tool_call A.b>\n```\n<tool_call A.b>", []string{
			`text "` + "```\\n<tool_call A.b>\\n```\\n" + `"`, "notice UNWRAPPED_CALL", `text "<tool_call A.b>"`,
		}},
		{"cut off", "<tool_call", []string{`text "<tool_call"`}},
	})
}

func TestFences(t *testing.T) {
	const block = "!unquote_start\n!unquote_end\n"
	inert := func(before, fence string) []string {
		return []string{fmt.Sprintf("text %q", before), "notice FENCED_MARKER", fmt.Sprintf("text %q", fence)}
	}
	live := func(before, after string) []string {
		out := []string{fmt.Sprintf("text %q", before), "block 1", "end []"}
		if after != "" {
			out = append(out, fmt.Sprintf("text %q", after))
		}
		return out
	}
	runScans(t, ScanOptions{}, []scanCase{
		{"backticks", "```\n" + block + "```\nx", inert("```\n", block+"```\nx")},
		{"info string", "```go title=\"x\"\n" + block, inert("```go title=\"x\"\n", block)},
		{"tildes", "~~~\n" + block + "~~~", inert("~~~\n", block+"~~~")},
		{"tildes with backticks behind", "~~~ `x`\n" + block, inert("~~~ `x`\n", block)},
		{"three spaces", "   ```\n" + block, inert("   ```\n", block)},
		{"CRLF", "```\r\n" + block + "```\r\n" + block, append(inert("```\r\n", block+"```\r\n"), "block 1", "end []")},
		{"four spaces are none", "    ```\n" + block, live("    ```\n", "")},
		{"a tab is none", "\t```\n" + block, live("\t```\n", "")},
		{"two are none", "``\n" + block, live("``\n", "")},
		{"code within a line is none", "```x```\n" + block, live("```x```\n", "")},
		{"closed", "```\nx\n```\n" + block + "y", live("```\nx\n```\n", "y")},
		{"closed by more, with blanks", "```\nx\n  ````  \n" + block, live("```\nx\n  ````  \n", "")},
		{"not closed by fewer", "````\nx\n```\n" + block, inert("````\nx\n```\n", block)},
		{"not closed by others", "```\nx\n~~~\n" + block, inert("```\nx\n~~~\n", block)},
		{"not closed with text behind", "```\nx\n```y\n" + block, inert("```\nx\n```y\n", block)},
		{"not closed when indented", "```\nx\n    ```\n" + block, inert("```\nx\n    ```\n", block)},
		{"second fence warns again", "```\n!quote_start\n!quote_start\n```\n~~~\n!quote_start\n", []string{
			`text "` + "```\\n" + `"`, "notice FENCED_MARKER", `text "` + "!quote_start\\n!quote_start\\n```\\n~~~\\n" + `"`,
			"notice FENCED_MARKER", `text "!quote_start\n"`,
		}},
		{"end markers do not warn", "```\n!quote_end\n!unquote_end\n", []string{`text "` + "```\\n!quote_end\\n!unquote_end\\n" + `"`}},
		{"blanks before the marker", "```\n  !unquote_start", inert("```\n", "  !unquote_start")},
		{"directly behind a marker", "!unquote_start !unquote_end ```\n" + block, []string{
			"block 1", "end []", `text "` + "```\\n" + `"`, "notice FENCED_MARKER", `text "!unquote_start\n!unquote_end\n"`,
		}},
	})
}

func TestQuotes(t *testing.T) {
	runScans(t, ScanOptions{}, []scanCase{
		{"plain", "a\n!quote_start\nb\n!quote_end\nc", []string{`text "a\n"`, `quote "b\n"`, `text "c"`}},
		{"on one line is open", "!quote_start b !quote_end\n", []string{`quote "b !quote_end\n"`, "notice UNCLOSED_QUOTE"}},
		{"empty", "!quote_start\n!quote_end\n", []string{`quote ""`}},
		{"empty on one line", "!quote_start !quote_end x", []string{`quote ""`, `text "x"`}},
		{"end at the end", "!quote_start\nb\n  !quote_end", []string{`quote "b\n"`}},
		{"nested", "!quote_start\n!quote_start\n!quote_end\nx\n !quote_end", []string{`quote "!quote_start\n!quote_end\nx\n"`}},
		{"nested on one line", "!quote_start\na\n!quote_start !quote_end !quote_end b", []string{`quote "a\n!quote_start !quote_end"`, `text "b"`}},
		{"nested and open", "!quote_start\n!quote_start\n!quote_end", []string{`quote "!quote_start\n!quote_end"`, "notice UNCLOSED_QUOTE"}},
		{"fences mean nothing", "!quote_start\n```\n!quote_end\n!unquote_start !unquote_end", []string{`quote "` + "```\\n" + `"`, "block 1", "end []"}},
		{"block markers mean nothing", "!quote_start\n!unquote_start\n!unquote_end\n!quote_end", []string{`quote "!unquote_start\n!unquote_end\n"`}},
		{"CR behind the start", "!quote_start\rx\n!quote_end", []string{`quote "\rx\n"`}},
		{"CRLF", "!quote_start\r\nx\r\n!quote_end\r\ny", []string{`quote "x\r\n"`, `text "y"`}},
		{"CR and the end", "!quote_start\r", []string{`quote "\r"`, "notice UNCLOSED_QUOTE"}},
		{"start at the end", "!quote_start", []string{`quote ""`, "notice UNCLOSED_QUOTE"}},
		{"invalid bytes", "!quote_start\n\xff\xe2\n!quote_end", []string{`quote "` + "\ufffd\ufffd" + `\n"`}},
	})
}

func TestBlocksInMessages(t *testing.T) {
	const begin = "!unquote_start\n" // 15 bytes
	runScans(t, ScanOptions{}, []scanCase{
		{"end between elements on a line", begin + "<tool_call A.b #i >!unquote_end x", []string{"block 1", "call i A.b {} @15", "end [i]", `text "x"`}},
		{"end followed by punctuation", begin + "!unquote_end.", []string{"block 1", "end []", `text "."`}},
		{"end followed by a letter", begin + "!unquote_ended", []string{"block 1", "notice STRAY_TEXT", "unclosed []"}},
		{"comments", begin + "<!-- !unquote_end <x> --> <!----> !unquote_end", []string{"block 1", "end []"}},
		{"open comment", begin + "<!-- !unquote_end", []string{"block 1", "unclosed []"}},
		{"stray text once", begin + "a <1 <_x> !x\n<!x <!-x !unquote_start b!unquote_end", []string{"block 1", "notice STRAY_TEXT", "end []"}},
		{"stray text once a block", begin + "a !unquote_end\n" + begin + "b !unquote_end", []string{
			"block 1", "notice STRAY_TEXT", "end []", "block 2", "notice STRAY_TEXT", "end []",
		}},
		{"end behind half a comment", begin + "<!unquote_end", []string{"block 1", "notice STRAY_TEXT", "end []"}},
		{"end behind a bang", begin + "!!unquote_end", []string{"block 1", "notice STRAY_TEXT", "end []"}},
		{"angle at the end", begin + "<", []string{"block 1", "notice STRAY_TEXT", "unclosed []"}},
		{"half a marker at the end", begin + "!unq", []string{"block 1", "notice STRAY_TEXT", "unclosed []"}},
		{"other elements", begin + "<x> <y #>t</#>\n!unquote_end", []string{"block 1", "notice IGNORED_ELEMENT", "notice IGNORED_ELEMENT", "end []"}},
		{"inner quote", begin + "!quote_start\n<tool_call A.b #i >\n!quote_start\n!quote_end\n!unquote_end\n!quote_end\n!unquote_end x", []string{
			"block 1", "end []", `text "x"`,
		}},
		{"open inner quote", begin + "!quote_start\n!unquote_end", []string{"block 1", "notice UNCLOSED_QUOTE", "unclosed []"}},
		{"inner quote at the end", begin + "!quote_start", []string{"block 1", "notice UNCLOSED_QUOTE", "unclosed []"}},
		{"inner quote closed at the end", begin + "!quote_start\n!quote_end", []string{"block 1", "unclosed []"}},
		{"end in a string", begin + "<tool_call A.b #i {x=\"\n!unquote_end\n\"}>\n!unquote_end", []string{
			"block 1", `call i A.b {"x":"\n!unquote_end\n"} @15`, "end [i]",
		}},
		{"comma and colon", begin + "<tool_call A.b #i {x:1, y:[1,2]}> !unquote_end", []string{
			"block 1", `call i A.b {"x":1,"y":[1,2]} @15`, "end [i]",
		}},
		{"comma between elements", begin + "<x>, <y>!unquote_end", []string{
			"block 1", "notice IGNORED_ELEMENT", "notice STRAY_TEXT", "notice IGNORED_ELEMENT", "end []",
		}},
		{"element of one byte", begin + "<t", []string{"block 1", "error UNCLOSED_CALL 15 @15", "unclosed []"}},
		{"unclosed after a call", begin + "<tool_call A.b #i ><tool_call A.c", []string{
			"block 1", "call i A.b {} @15", "error UNCLOSED_CALL 34 @34", "unclosed [i]",
		}},
	})
}

func TestBrokenElements(t *testing.T) {
	const begin = "!unquote_start\n"
	runScans(t, ScanOptions{}, []scanCase{
		{"calls before are released", begin + "<tool_call A.b #i >\n<tool_call A.c {1}>\n<tool_call A.d>\n!unquote_end\nx", []string{
			"block 1", "call i A.b {} @15", "error UNEXPECTED_TOKEN 51 @35", "end [i]", `text "x"`,
		}},
		{"the end marker is the error", begin + "<tool_call A.b {x=1\n  !unquote_end\nx", []string{
			"block 1", "error UNEXPECTED_TOKEN 37 @15", "end []", `text "x"`,
		}},
		{"the end marker is the error at the message start of a line", begin + "<tool_call A.b {x=\n!unquote_end", []string{
			"block 1", "error INVALID_LITERAL 34 @15", "end []",
		}},
		{"end marker with more on its line", begin + "<a ]>\n!unquote_end inside\n!unquote_start\n!unquote_end \r\nx", []string{
			"block 1", "error UNEXPECTED_TOKEN 18 @15", "end []", `text "x"`,
		}},
		{"end marker behind text", begin + "<a ]>\nx !unquote_end\n", []string{
			"block 1", "error UNEXPECTED_TOKEN 18 @15", "unclosed []",
		}},
		{"end marker on the line of the error", begin + "<a ]> !unquote_end\n", []string{
			"block 1", "error UNEXPECTED_TOKEN 18 @15", "unclosed []",
		}},
		{"found late", begin + "<a [1e999]>\n!unquote_end", []string{
			"block 1", "error INVALID_LITERAL 19 @15", "end []",
		}},
		{"dotted key", begin + "<a b.c\n= 1>\n!unquote_end", []string{
			"block 1", "error UNEXPECTED_TOKEN 19 @15", "end []",
		}},
		{"after an end", begin + "<a ]>\n!unquote_end\n!unquote_start <tool_call A.b #i > !unquote_end", []string{
			"block 1", "error UNEXPECTED_TOKEN 18 @15", "end []", "block 2", "call i A.b {} @49", "end [i]",
		}},
	})
}

func TestElementLimit(t *testing.T) {
	const begin = "!unquote_start\n"
	fits := "<tool_call W.file #i #>" + strings.Repeat("x", 73) + "</#>"
	if len(fits) != 100 {
		t.Fatal(len(fits))
	}
	runScans(t, ScanOptions{MaxElement: 100}, []scanCase{
		{"fits", begin + fits + "!unquote_end", []string{
			"block 1", "begin i W.file @15", fmt.Sprintf("body %q", strings.Repeat("x", 73)),
			fmt.Sprintf(`call i W.file {"content":%q} @15`, strings.Repeat("x", 73)), "end [i]",
		}},
		{"a byte too long", begin + "<tool_call W.file #i #>" + strings.Repeat("x", 74) + "</#>\n!unquote_end\ny", []string{
			"block 1", "begin i W.file @15", fmt.Sprintf("body %q", strings.Repeat("x", 74)),
			"error LIMIT_EXCEEDED 115 @15", "end []", `text "y"`,
		}},
		{"far too long", begin + "<a {x=\"" + strings.Repeat("x\n", 200) + "\"}>\n!unquote_end\ny", []string{
			"block 1", "error LIMIT_EXCEEDED 115 @15", "end []", `text "y"`,
		}},
	})
}

// What can be shown is shown at once, and what has to wait is no more than the rules allow.
func TestHoldBack(t *testing.T) {
	for _, c := range []struct {
		name, in, shown string
	}{
		{"prose", "abc", "abc"},
		{"a line break", "abc\n", "abc\n"},
		{"blanks at a line start", "abc\n  ", "abc\n"},
		{"blanks in a line", "abc  ", "abc  "},
		{"possible marker", "abc\n!unq", "abc\n"},
		{"no marker any more", "abc\n!unx", "abc\n!unx"},
		{"a whole marker", "abc\n!unquote_end", "abc\n"},
		{"a longer word", "abc\n!unquote_endx", "abc\n!unquote_endx"},
		{"possible call", "abc\n<tool_c", "abc\n"},
		{"other tag", "abc\n<tool_d", "abc\n<tool_d"},
		{"half a character", "abc\xe2\x82", "abc"},
		{"fence", "abc\n```", "abc\n```"},
		{"in a fence", "```\nabc\n!x", "```\nabc\n!x"},
		{"body", "!unquote_start\n<tool_call W.file #i #m>\nabc", "abc"},
		{"body and possible closer", "!unquote_start\n<tool_call W.file #i #m>\nabc</#m", "abc"},
		{"body and another closer", "!unquote_start\n<tool_call W.file #i #m>\nabc</#mm", "abc</#mm"},
		{"body and half a character", "!unquote_start\n<tool_call W.file #i #m>\nabc\xf0\x9f", "abc"},
		{"body and CR", "!unquote_start\n<tool_call W.file #i #m>\r", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, chunk := range []int{1, len(c.in)} {
				var got strings.Builder
				s := NewScanner(ScanOptions{})
				for rest := c.in; rest != ""; rest = rest[min(chunk, len(rest)):] {
					s.Write([]byte(rest[:min(chunk, len(rest))]), func(e Event) { got.Write(e.Text) })
				}
				if got.String() != c.shown {
					t.Errorf("in pieces of %d: %q is shown, want %q", chunk, got.String(), c.shown)
				}
			}
		})
	}
}

// Visible text costs no allocation.
func TestProseAllocations(t *testing.T) {
	s := NewScanner(ScanOptions{})
	shown := 0
	emit := func(e Event) { shown += len(e.Text) }
	pieces := [][]byte{
		[]byte("Some words and a line break.\n  And more of them"), []byte(", cut in a character: \xe2\x82"),
		[]byte("\xac.\n\n"), []byte("!un"), []byte("even\n```go\n"), []byte("code()\n```\n   "), []byte("x\n"),
	}
	write := func() {
		for _, p := range pieces {
			s.Write(p, emit)
		}
	}
	write()
	if n := testing.AllocsPerRun(1000, write); n != 0 {
		t.Errorf("%v allocations for each round of prose", n)
	}
	if shown == 0 {
		t.Error("nothing was shown")
	}
}
