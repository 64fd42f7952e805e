package xnl

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// logInput returns a chat log of about 4 MB.
func logInput(b *testing.B) []byte {
	b.Helper()
	var out []byte
	for i := 0; len(out) < 4<<20; i++ {
		text := strings.Repeat(fmt.Sprintf("Line %d of the answer, with \"quotes\" and more.\n", i), 3)
		r := Record{Role: "assistant", Fields: NewMap(
			Entry{"content", String(text)},
			Entry{"toolCalls", Array{NewMap(
				Entry{"id", String(fmt.Sprint("c", i))},
				Entry{"name", String("SysBuiltIn.bash")},
				Entry{"input", NewMap(Entry{"command", String("go test ./... && git status")})},
			)}},
		)}
		var err error
		if out, err = AppendRecord(out, r); err != nil {
			b.Fatal(err)
		}
	}
	return out
}

func benchmarkParse(b *testing.B, src []byte) {
	b.Helper()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(src, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseRecords(b *testing.B) { benchmarkParse(b, logInput(b)) }

func BenchmarkParseSmallElements(b *testing.B) {
	benchmarkParse(b, bytes.Repeat([]byte("<item #i1 name=\"x\" { count = 12 ok = true } [ 1 2.5 word ]>\n"), 1<<15))
}

func BenchmarkParseTextBodies(b *testing.B) {
	body := strings.Repeat("if a < b { return fmt.Sprint(\"<tag>\") } // some code\n", 2000)
	benchmarkParse(b, bytes.Repeat([]byte("<f path=\"a.go\" #end>\n"+body+"</#end>\n"), 40))
}

func BenchmarkFormatRecords(b *testing.B) {
	doc, err := Parse(logInput(b), Options{})
	if err != nil {
		b.Fatal(err)
	}
	out, _ := FormatDoc(doc.Nodes, Layout{Pretty: true})
	b.SetBytes(int64(len(out)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := FormatDoc(doc.Nodes, Layout{Pretty: true}); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkScan(b *testing.B, message []byte, chunk int) {
	b.Helper()
	b.SetBytes(int64(len(message)))
	b.ReportAllocs()
	for b.Loop() {
		s := NewScanner(ScanOptions{})
		discard := func(Event) {}
		for p := message; len(p) > 0; {
			n := min(chunk, len(p))
			s.Write(p[:n], discard)
			p = p[n:]
		}
		s.Close(discard)
	}
}

func proseInput() []byte {
	return bytes.Repeat([]byte("This is a paragraph of an answer, as models write them: some words, `code`,\n"+
		"and – now and then – a character that takes more than one byte.\n\n- a list item\n"), 1<<14)
}

func BenchmarkScanProse64(b *testing.B)    { benchmarkScan(b, proseInput(), 64) }
func BenchmarkScanProseWhole(b *testing.B) { benchmarkScan(b, proseInput(), 1<<30) }

func BenchmarkScanCall64(b *testing.B) {
	call := "!unquote_start\n<tool_call A.b id=\"1\" main=\"text\" #end>\n" +
		strings.Repeat("if a < b { return } // some code\n", 1<<15) + "</#end>\n!unquote_end\n"
	benchmarkScan(b, []byte(call), 64)
}
