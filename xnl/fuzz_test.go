package xnl

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"
)

// seeds returns the inputs of the conformance cases of some kinds.
func seeds(f *testing.F, kinds ...string) []string {
	f.Helper()
	src, err := os.ReadFile("../testdata/xnl/cases.json")
	if err != nil {
		f.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Kind, Input   string
			JSON, Message json.RawMessage
		}
	}
	if err := json.Unmarshal(src, &file); err != nil {
		f.Fatal(err)
	}
	var out []string
	for _, c := range file.Cases {
		if slices.Contains(kinds, c.Kind) {
			out = append(out, c.Input+string(c.JSON)+string(c.Message))
		}
	}
	return out
}

// Parsing never panics, does not depend on the pieces, and what was read prints to something that
// reads back as the same and prints the same again.
func FuzzParse(f *testing.F) {
	for _, s := range seeds(f, "doc", "single", "lenient", "format", "stream") {
		f.Add([]byte(s), false, false)
		f.Add([]byte(s), true, true)
	}
	f.Fuzz(func(t *testing.T, src []byte, lenient, hash bool) {
		opts := Options{Lenient: lenient, HashIsID: hash}
		doc, err := Parse(src, opts)
		want := outcome(doc, err)
		for _, chunk := range []int{1, 2, 7} {
			if got := outcome(parsePieces(src, opts, chunk)); got != want {
				t.Fatalf("in pieces of %d\n got %s\nwant %s", chunk, got, want)
			}
		}
		if err == nil {
			checkFormat(t, doc.Nodes)
		}
	})
}

func checkFormat(t *testing.T, nodes []*Element) {
	t.Helper()
	for _, layout := range []Layout{{}, {Pretty: true}} {
		out, err := FormatDoc(nodes, layout)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(out, Options{})
		if err != nil {
			t.Fatalf("%q does not read back: %v", out, err)
		}
		if !slices.EqualFunc(nodes, again.Nodes, func(a, b *Element) bool { return Equal(a, b) }) {
			t.Fatalf("%q reads back as another tree", out)
		}
		if len(again.Warnings) > 0 {
			t.Fatalf("%q gives warnings", out)
		}
		if twice, err := FormatDoc(again.Nodes, layout); err != nil || !bytes.Equal(out, twice) {
			t.Fatalf("%q prints as %q the second time (%v)", out, twice, err)
		}
	}
}

// The events of a message do not depend on the pieces, and no part of a call is outside of a block.
func FuzzScan(f *testing.F) {
	for _, s := range seeds(f, "stream", "doc") {
		f.Add(s)
		f.Add("!unquote_start\n" + s + "\n!unquote_end\n```\n" + s)
	}
	f.Fuzz(func(t *testing.T, message string) {
		opts := ScanOptions{MaxElement: 200}
		want, ends := scan(t, message, 0, opts)
		for _, chunk := range []int{1, 2, 3, 7} {
			got, gotEnds := scan(t, message, chunk, opts)
			if !slices.Equal(got, want) || !slices.Equal(gotEnds, ends) {
				t.Fatalf("in pieces of %d\n got %q %v\nwant %q %v", chunk, got, gotEnds, want, ends)
			}
		}
	})
}

// Every JSON value survives the way through a literal.
func FuzzJSON(f *testing.F) {
	for _, s := range seeds(f, "json", "history") {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		n, err := FromJSON(src)
		if err != nil {
			return
		}
		want, err := ToJSON(n)
		if err != nil || !json.Valid(want) {
			t.Fatalf("%q becomes %q: %v", src, want, err)
		}
		literal, err := Format(Array{n}, Layout{Pretty: len(src)%2 == 0})
		var syntax *SyntaxError
		if errors.Is(err, ErrUnprintable) || errors.As(err, &syntax) {
			return // nested too deep for one more level
		}
		e, _, err := ParseOne(append(append([]byte("<v x="), literal...), '>'), Options{})
		if errors.As(err, &syntax) && syntax.Code == LimitExceeded {
			return
		}
		if err != nil {
			t.Fatalf("%q does not read back: %v", literal, err)
		}
		v, _ := e.Meta.Get("x")
		if got, err := ToJSON(v.(Array)[0]); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%q reads back as %q: %v", want, got, err)
		}
	})
}

// Reading a JavaScript call never panics, and what it gives is plain data.
func FuzzReadJSCall(f *testing.F) {
	for _, s := range seeds(f, "js") {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := ReadJSCall(src)
		var syntax *SyntaxError
		switch {
		case errors.As(err, &syntax):
			if syntax.Offset < 0 || syntax.Offset > len(src) {
				t.Fatalf("error at %d of %d bytes", syntax.Offset, len(src))
			}
		case err != nil:
			t.Fatal(err)
		default:
			if out, err := c.Args.MarshalJSON(); err != nil || !json.Valid(out) {
				t.Fatalf("arguments %q: %v", out, err)
			}
		}
	})
}

// Reading a log never panics, and up to its tail the log is whole.
func FuzzReadRecords(f *testing.F) {
	for _, s := range seeds(f, "doc") {
		f.Add([]byte("<user {\n  content = \"x\"\n}>\n" + s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		log, err := ReadRecords(src)
		if log.Tail < 0 || log.Tail > len(src) {
			t.Fatalf("tail %d of %d bytes", log.Tail, len(src))
		}
		if err != nil {
			return
		}
		if doc, err := Parse(src[:log.Tail], Options{}); err != nil || len(doc.Nodes) != len(log.Records) {
			t.Fatalf("%d records up to the tail, but %d elements: %v", len(log.Records), len(doc.Nodes), err)
		}
	})
}
