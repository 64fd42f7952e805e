package stubmodel

import (
	"fmt"
	"hash/fnv"
	"io"

	"eidolon/actors/model"
)

// reader follows the requests through a script.
type reader struct {
	script   *Script
	requests int            // so many came
	asked    map[uint64]int // how often, by fingerprint; only for answers with attempts
}

// next gives what the request is answered with, or why it does not fit the script.
func (r *reader) next(req model.Request) (pick, error) {
	place := r.requests
	if r.script.Position != "requests" {
		place = rounds(req.Messages)
	}
	r.requests++
	a, err := r.script.at(place)
	if err != nil {
		return pick{}, err
	}
	if a.Expect != nil {
		if err := a.Expect.check(req); err != nil {
			return pick{}, fmt.Errorf("script %s, answer %d: %w", r.script.Name, place+1, err)
		}
	}
	p := pick{step: place + 1, attempt: 1, take: a.Take}
	if len(a.Attempts) > 0 {
		key := fingerprint(req)
		r.asked[key]++
		p.attempt = r.asked[key]
		if p.attempt <= len(a.Attempts) {
			p.take = a.Attempts[p.attempt-1]
		}
	}
	return p, nil
}

// at gives the answer at a place, counted from 0, as if repeated answers stood there that often.
func (s *Script) at(place int) (Answer, error) {
	total := 0
	for _, a := range s.Answers {
		total += max(1, a.Repeat)
	}
	if place >= total {
		switch s.After {
		case "fail":
			return Answer{}, fmt.Errorf("script %s has %d answers, but this is request %d of the conversation", s.Name, total, place+1)
		case "loop":
			place %= total
		default:
			prefix := "Echo: "
			return Answer{Take: Take{Parts: []Part{{Text: &prefix}, {Echo: "user"}}}}, nil
		}
	}
	i := 0
	for place >= max(1, s.Answers[i].Repeat) {
		place -= max(1, s.Answers[i].Repeat)
		i++
	}
	return s.Answers[i], nil
}

// rounds counts the answers that the conversation holds.
func rounds(messages []model.Message) int {
	n, last := 0, model.Role("")
	for _, m := range messages {
		if m.Role == model.Assistant && last != model.Assistant {
			n++
		}
		last = m.Role
	}
	return n
}

// fingerprint is the same for requests that hold the same messages.
func fingerprint(req model.Request) uint64 {
	h := fnv.New64a()
	field := func(s string) { _, _ = fmt.Fprintf(h, "%d:", len(s)); _, _ = io.WriteString(h, s) } // never fails
	for _, m := range req.Messages {
		field(string(m.Role))
		field(m.Text)
		for _, c := range m.Calls {
			field(c.ID + " " + c.Name)
			field(c.Input)
		}
		for _, r := range m.Results {
			field(r.ID)
			field(r.Text)
		}
	}
	return h.Sum64()
}
