package stubmodel

import (
	"os"
	"path/filepath"
	"testing"

	"eidolon/actors/model"
)

func TestSharedScripts(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/model/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Parse(filepath.Base(path), data)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.About == "" {
			t.Errorf("%s does not say what it is about", path)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{
			"unknown key, with its line", "answers:\n  - parts:\n      - txet: a\n",
			`s.yaml:3: unknown key "txet" (did you mean "text"?)`,
		},
		{
			"unknown kind of fault", "answers:\n  - parts:\n      - fault: {kind: overlaoded}\n",
			`s.yaml:3: answers[0].parts[0].fault.kind must be unreachable, auth, rate_limited, overloaded, bad_request, context_limit, truncated, bad_answer, timeout, hang or panic, not "overlaoded" (did you mean "overloaded"?)`,
		},
		{
			"empty part", "answers:\n  - parts:\n      - every: 1s\n",
			`s.yaml:3: a part needs exactly one of text, raw, reasoning, echo, call, calls, pause, wire and fault`,
		},
		{
			"two kinds in one part", "answers:\n  - parts:\n      - {text: a, raw: b}\n",
			`s.yaml:3: a part needs exactly one of text, raw, reasoning, echo, call, calls, pause, wire and fault`,
		},
		{
			"fault in the middle", "answers:\n  - parts:\n      - fault: {kind: hang}\n      - text: a\n",
			`s.yaml:3: a fault ends the answer, so it must be the last part`,
		},
		{
			"fault without a kind", "answers:\n  - parts:\n      - fault: {status: 500}\n",
			`s.yaml:3: a fault needs a kind`,
		},
		{
			"two ways to cut", "answers:\n  - parts:\n      - {text: a, chunk: 1, deltas: 2}\n",
			`s.yaml:3: a part takes only one of times, deltas and chunk`,
		},
		{
			"two ways to wait", "answers:\n  - parts:\n      - {text: a, every: 1s, until: 2s}\n",
			`s.yaml:3: a part takes only one of every and until`,
		},
		{
			"repeated call", "answers:\n  - parts:\n      - {call: {name: a}, times: 2}\n",
			`s.yaml:3: only text, raw and reasoning can come several times`,
		},
		{
			"paced fault", "answers:\n  - parts:\n      - {fault: {kind: hang}, until: 2s}\n",
			`s.yaml:3: a pause, wire bytes and a fault take no pacing; put a pause before them`,
		},
		{
			"signed text", "answers:\n  - parts:\n      - {text: a, signature: s}\n",
			`s.yaml:3: only reasoning has a signature`,
		},
		{
			"call without a name, in an attempt", "answers:\n  - attempts:\n      - parts:\n          - call: {id: a}\n",
			`s.yaml:4: a call needs a name`,
		},
		{
			"body twice", "answers:\n  - parts:\n      - call: {name: a, input: {x: 1}, body: {x: y}}\n",
			`s.yaml:3: the call has "x" both as input and as body`,
		},
		{
			"two bodies", "answers:\n  - parts:\n      - call: {name: a, body: {x: y, z: y}}\n",
			`s.yaml:3: the body of a call is one text under one name`,
		},
		{
			"attempts by number of requests", "position: requests\nanswers:\n  - attempts:\n      - parts: [text: a]\n",
			`s.yaml:4: attempts need position: rounds; with position: requests a retry gets the next answer`,
		},
		{
			"far too often", "answers:\n  - parts:\n      - {text: a, times: 1000001}\n",
			`s.yaml:3: times may be 1000000 at most`,
		},
		{"loop over nothing", "after: loop\n", `s.yaml:1: a script without answers cannot loop`},
		{"negative time", "answers:\n  - delay: -1s\n", `s.yaml:2: answers[0].delay must be at least 0, not "-1s"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("s.yaml", []byte(c.in))
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// Whatever Parse accepts can be composed, in both ways of calling tools.
func FuzzParse(f *testing.F) {
	paths, err := filepath.Glob("../../testdata/model/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("fuzz.yaml", data)
		if err != nil {
			return
		}
		for place := range min(len(s.Answers), 10) {
			a, err := s.at(place)
			if err != nil {
				t.Fatal(err)
			}
			for _, take := range append(a.Attempts, a.Take) {
				for _, p := range take.Parts {
					if p.Times > 1000 {
						return // fine, but slow
					}
				}
				for _, req := range []model.Request{request("hi"), native(request("hi"))} {
					if _, err := compose(req, pick{step: 1, attempt: 1, take: take}); err != nil {
						t.Logf("refused when played: %v", err)
					}
				}
			}
		}
	})
}
