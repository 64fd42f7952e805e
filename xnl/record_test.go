package xnl

import (
	"errors"
	"strings"
	"testing"
)

func record(t *testing.T, message string) []byte {
	t.Helper()
	r, err := RecordFromJSON([]byte(message))
	if err != nil {
		t.Fatal(err)
	}
	out, err := AppendRecord(nil, r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRecords(t *testing.T) {
	for _, c := range [][2]string{
		{`{"role":"user","content":"hi"}`, "<user {\n  content = \"hi\"\n}>\n"},
		{`{"content":"<x>\n<y>","role":"tool","n":null}`, "<tool {\n  content = \"<x>\\n<y>\"\n  n = null\n}>\n"},
		{`{"role":"user"}`, "<user {}>\n"},
		{`{"role":"a","x":[],"y":{"z":[{}]}}`, "<a {\n  x = []\n  y = {\n    z = [\n      {}\n    ]\n  }\n}>\n"},
	} {
		got := record(t, c[0])
		if string(got) != c[1] {
			t.Errorf("%s: got %q, want %q", c[0], got, c[1])
		}
		for i, line := range strings.Split(strings.TrimSuffix(string(got), "\n"), "\n") {
			if i > 0 && strings.HasPrefix(line, "<") {
				t.Errorf("%s: a line within the record starts with '<'", c[0])
			}
		}
		log, err := ReadRecords(got)
		if err != nil || len(log.Records) != 1 || log.Tail != len(got) {
			t.Fatalf("%s: got %+v %v", c[0], log, err)
		}
		want, _ := FromJSON([]byte(c[0]))
		again, err := log.Records[0].MarshalJSON()
		back, _ := FromJSON(again)
		if err != nil || !(comparison{}).nodes(want, back) {
			t.Errorf("%s: reads back as %s %v", c[0], again, err)
		}
	}
}

func TestRecordMetadata(t *testing.T) {
	r := Record{Role: "user", Meta: NewMap(Entry{"id", String("01")}, Entry{"later", Array{Null{}}}), Fields: NewMap(Entry{"content", String("x")})}
	out, err := AppendRecord([]byte("<a {}>\n"), r)
	if want := "<a {}>\n<user id=\"01\" later=[null] {\n  content = \"x\"\n}>\n"; err != nil || string(out) != want {
		t.Fatalf("got %q %v, want %q", out, err, want)
	}
	log, err := ReadRecords(out)
	if err != nil || len(log.Records) != 2 || !(comparison{ordered: true}).maps(log.Records[1].Meta, r.Meta) {
		t.Errorf("got %+v %v", log, err)
	}
}

func TestBadMessages(t *testing.T) {
	for _, message := range []string{`[]`, `{}`, `{"role":1}`, `{"role":"a b"}`, `{"role":""}`} {
		if r, err := RecordFromJSON([]byte(message)); !errors.Is(err, ErrUnprintable) {
			t.Errorf("%s: got %+v %v", message, r, err)
		}
	}
	var syntax *SyntaxError
	if _, err := RecordFromJSON([]byte(`{`)); !errors.As(err, &syntax) {
		t.Errorf("got %v", err)
	}
	if out, err := AppendRecord([]byte("x"), Record{Role: "!"}); !errors.Is(err, ErrUnprintable) || string(out) != "x" {
		t.Errorf("got %q %v", out, err)
	}
}

// A log that was cut off anywhere gives its complete records and the place where they end.
// Covers: E34
func TestTornLog(t *testing.T) {
	var log []byte
	var ends []int
	for _, m := range []string{`{"role":"user","content":"a\n<b"}`, `{"role":"assistant","x":[{"y":1}]}`, `{"role":"tool","content":"é"}`} {
		log = append(log, record(t, m)...)
		ends = append(ends, len(log))
	}
	for cut := range len(log) + 1 {
		got, err := ReadRecords(log[:cut])
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		want, tail := 0, 0
		for _, end := range ends {
			if cut >= end-1 { // without its line break a record is complete
				want, tail = want+1, min(end, cut)
			}
		}
		if len(got.Records) != want || got.Tail != tail {
			t.Errorf("cut at %d: %d records and tail %d, want %d and %d", cut, len(got.Records), got.Tail, want, tail)
		}
	}
}

func TestDamagedLog(t *testing.T) {
	a, b := string(record(t, `{"role":"user","content":"a"}`)), string(record(t, `{"role":"user","content":"b"}`))
	for _, c := range []struct {
		name, log string
		records   int
		tail      int
		code      Code
	}{
		{"empty", "", 0, 0, ""},
		{"zeros behind", a + "\x00\x00\x00", 1, len(a), ""},
		{"garbage behind", a + "<user {\n  x = \x00\x00\n", 1, len(a), ""},
		{"a record cut off and another behind", a + "<user {\n  content = \"x\n" + b, 1, len(a), UnexpectedToken},
		{"garbage and a record behind", a + "\x00\n" + b, 1, len(a), UnexpectedToken},
		{"a text element", a + "<x #>y</#>\n", 1, len(a), InvalidContent},
		{"CRLF", "<user {}>\r\n<user {", 1, 11, ""},
		{"byte order mark", "\xef\xbb\xbf" + a + "<", 1, 3 + len(a), ""},
	} {
		got, err := ReadRecords([]byte(c.log))
		var syntax *SyntaxError
		if errors.As(err, &syntax) != (c.code != "") || syntax != nil && syntax.Code != c.code {
			t.Errorf("%s: got %v, want code %q", c.name, err, c.code)
		}
		if len(got.Records) != c.records || got.Tail != c.tail {
			t.Errorf("%s: %d records and tail %d, want %d and %d", c.name, len(got.Records), got.Tail, c.records, c.tail)
		}
	}
}
