package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"eidolon/xnl"
)

// Report is the outcome of a case file.
type Report struct {
	Passed   int       `json:"passed"`
	Failed   int       `json:"failed"`
	Failures []Failure `json:"failures"`
}

// Failure is a case that failed.
type Failure struct {
	ID   string `json:"id"`
	Kind string `json:"kind"`
	Note string `json:"note,omitempty"` // how the input was cut, or which law was broken
	Got  string `json:"got"`
	Want string `json:"want"`
}

// testCase is a case of the file. Which fields are used depends on the kind.
type testCase struct {
	ID      string          `json:"id"`
	Kind    string          `json:"kind"`
	Input   string          `json:"input"`
	Parts   []part          `json:"parts"`
	JSON    json.RawMessage `json:"json"`
	Message json.RawMessage `json:"message"`
	Expect  json.RawMessage `json:"expect"`
}

// part is a piece of an input that is repeated.
type part struct {
	S string `json:"s"`
	N int    `json:"n"`
}

func (c testCase) input() []byte {
	if len(c.Parts) == 0 {
		return []byte(c.Input)
	}
	var b []byte
	for _, p := range c.Parts {
		b = append(b, strings.Repeat(p.S, max(p.N, 0))...)
	}
	return b
}

// Run runs all cases of a file. An error means that the file itself is of no use.
func Run(r io.Reader) (Report, error) {
	var file struct {
		Cases []testCase `json:"cases"`
	}
	if err := json.NewDecoder(r).Decode(&file); err != nil {
		return Report{}, fmt.Errorf("read case file: %w", err)
	}
	report := Report{Failures: []Failure{}}
	for _, c := range file.Cases {
		got, note, ok := c.run()
		if ok {
			report.Passed++
			continue
		}
		report.Failed++
		report.Failures = append(report.Failures, Failure{
			ID: c.ID, Kind: c.Kind, Note: note, Got: string(got), Want: string(c.Expect),
		})
	}
	return report, nil
}

// run returns what the case gives and whether that is what it should be.
func (c testCase) run() (got []byte, note string, ok bool) {
	switch c.Kind {
	case "doc":
		return c.tree(xnl.Parse(c.input(), xnl.Options{}))
	case "lenient":
		return c.tree(xnl.Parse(c.input(), xnl.Options{Lenient: true}))
	case "single":
		e, warnings, err := xnl.ParseOne(c.input(), xnl.Options{})
		return c.tree(xnl.Doc{Nodes: []*xnl.Element{e}, Warnings: warnings}, err)
	case "format":
		return c.format()
	case "json":
		return c.json()
	case "history":
		return c.history()
	case "js":
		return c.script()
	case "stream":
		return c.stream()
	}
	return nil, "unknown kind", false
}

// tree compares a document. A case may give the number of nodes in place of the nodes.
func (c testCase) tree(doc xnl.Doc, err error) ([]byte, string, bool) {
	if err != nil {
		return c.failure(err)
	}
	got := Tree(doc)
	var want struct {
		Nodes json.RawMessage `json:"nodes"`
	}
	if json.Unmarshal(c.Expect, &want) == nil && len(want.Nodes) > 0 && want.Nodes[0] != '[' {
		return got, "", string(want.Nodes) == strconv.Itoa(len(doc.Nodes))
	}
	return got, "", same(got, c.Expect)
}

// failure compares an error by the fields that the case gives.
func (c testCase) failure(err error) ([]byte, string, bool) {
	var o object
	o.raw("error", Error(err))
	got := o.bytes()
	var want struct {
		Error *struct {
			Code                 xnl.Code
			Offset, Line, Column *int
		}
	}
	var syntax *xnl.SyntaxError
	if json.Unmarshal(c.Expect, &want) != nil || want.Error == nil || !errors.As(err, &syntax) {
		return got, "", false
	}
	agrees := func(want *int, got int) bool { return want == nil || *want == got }
	return got, "", want.Error.Code == syntax.Code && agrees(want.Error.Offset, syntax.Offset) &&
		agrees(want.Error.Line, syntax.Line) && agrees(want.Error.Column, syntax.Column)
}

// printed compares the two layouts of something.
func (c testCase) printed(compact, pretty []byte) ([]byte, string, bool) {
	var o object
	o.str("compact", string(compact))
	o.str("pretty", string(pretty))
	got := o.bytes()
	return got, "", same(got, c.Expect)
}

func (c testCase) format() ([]byte, string, bool) {
	doc, err := xnl.Parse(c.input(), xnl.Options{})
	if err != nil {
		return c.failure(err)
	}
	var out [2][]byte
	for i := range out {
		if out[i], err = xnl.FormatDoc(doc.Nodes, xnl.Layout{Pretty: i == 1}); err != nil {
			return c.failure(err)
		}
		again, err := xnl.Parse(out[i], xnl.Options{})
		if err != nil || !equalDocs(doc, again) {
			return out[i], "does not read back as the same tree", false
		}
	}
	return c.printed(out[0], out[1])
}

func equalDocs(a, b xnl.Doc) bool {
	if len(a.Nodes) != len(b.Nodes) {
		return false
	}
	for i := range a.Nodes {
		if !xnl.Equal(a.Nodes[i], b.Nodes[i]) {
			return false
		}
	}
	return true
}

func (c testCase) json() ([]byte, string, bool) {
	n, err := xnl.FromJSON(c.JSON)
	if err != nil {
		return c.failure(err)
	}
	var out [2][]byte
	for i := range out {
		if out[i], err = xnl.Format(n, xnl.Layout{Pretty: i == 1}); err != nil {
			return c.failure(err)
		}
		if !c.readsBack(out[i]) {
			return out[i], "does not read back as the same value", false
		}
	}
	return c.printed(out[0], out[1])
}

// readsBack reports whether a printed literal gives the JSON value of the case.
func (c testCase) readsBack(literal []byte) bool {
	e, _, err := xnl.ParseOne([]byte("<v ["+string(literal)+"]>"), xnl.Options{})
	if err != nil || len(e.Body) != 1 {
		return false
	}
	again, err := xnl.ToJSON(e.Body[0])
	return err == nil && same(again, c.JSON)
}

func (c testCase) history() ([]byte, string, bool) {
	r, err := xnl.RecordFromJSON(c.Message)
	if err != nil {
		return c.failure(err)
	}
	record, err := xnl.AppendRecord(nil, r)
	if err != nil {
		return c.failure(err)
	}
	log, err := xnl.ReadRecords(record)
	if err != nil || len(log.Records) != 1 || log.Tail != len(record) {
		return record, "does not read back as one record", false
	}
	again, err := log.Records[0].MarshalJSON()
	if err != nil || !same(again, c.Message) {
		return again, "does not read back as the same message", false
	}
	var o object
	o.str("record", string(record))
	got := o.bytes()
	return got, "", same(got, c.Expect)
}

func (c testCase) script() ([]byte, string, bool) {
	call, err := xnl.ReadJSCall(c.input())
	if err != nil {
		return c.failure(err)
	}
	args, err := call.Args.MarshalJSON()
	if err != nil {
		return c.failure(err)
	}
	var o object
	o.str("name", call.Name)
	o.raw("args", args)
	if len(call.Notices) > 0 {
		o.raw("notices", list(len(call.Notices), func(i int) []byte { return quote(string(call.Notices[i])) }))
	}
	got := o.bytes()
	return got, "", same(got, c.Expect)
}

// everyCut is the size up to which a message is also cut in two at every place.
const everyCut = 2000

func (c testCase) stream() ([]byte, string, bool) {
	message := c.input()
	whole := eventList(message, cutEvery(0))
	if !same(whole, c.Expect) {
		return whole, "", false
	}
	for _, size := range []int{1, 2, 3, 5, 7, 16, 64, 1000} {
		if got := eventList(message, cutEvery(size)); !bytes.Equal(got, whole) {
			return got, fmt.Sprintf("in pieces of %d bytes", size), false
		}
	}
	if len(message) > everyCut {
		return whole, "", true
	}
	for at := range message {
		if got := eventList(message, cutOnce(at)); !bytes.Equal(got, whole) {
			return got, fmt.Sprintf("cut at %d", at), false
		}
	}
	return whole, "", true
}

func eventList(message []byte, cut cutting) []byte {
	all := events(message, cut)
	var o object
	o.raw("events", list(len(all), func(i int) []byte { return all[i] }))
	return o.bytes()
}
