package format

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"eidolon/actors/model"
)

// encodeSimply writes a run as the messages of a wire that has one for each result and one for the rest.
func encodeSimply(r Run) ([]any, error) {
	var out []any
	for _, result := range r.Results() {
		out = append(out, result)
	}
	return append(out, map[string]any{"side": r.Side, "text": r.Text(), "calls": r.Calls(), "thoughts": r.Thoughts()}), nil
}

// longConversation has so many rounds of a call and its result.
func longConversation(rounds int) []model.Message {
	messages := []model.Message{{Role: model.System, Text: "system"}, {Role: model.User, Text: "go"}}
	for n := range rounds {
		id := fmt.Sprint(n)
		messages = append(messages,
			model.Message{Role: model.Assistant, Text: "I look.", Calls: []model.Call{{ID: id, Name: "ls", Input: "{}"}}},
			model.Message{Role: model.ToolResults, Results: []model.Result{{ID: id, Text: "files", OK: true}}})
	}
	return messages
}

// TestHistoryEqualsFreshEncoding lets conversations grow, be cut and be edited at random, in any
// order, and compares each body with one that is encoded from nothing.
func TestHistoryEqualsFreshEncoding(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	roles := []model.Role{model.System, model.User, model.Assistant, model.ToolResults}
	message := func(n int) model.Message {
		m := model.Message{Role: roles[random.IntN(len(roles))]}
		if random.IntN(4) > 0 {
			m.Text = fmt.Sprintf("text %d", n)
		}
		switch {
		case m.Role == model.Assistant && random.IntN(3) == 0:
			m.Calls = []model.Call{{ID: fmt.Sprint(n), Name: "ls", Input: "{}"}}
		case m.Role == model.ToolResults && random.IntN(2) == 0:
			m.Results = []model.Result{{ID: fmt.Sprint(n), Text: "result", OK: true}}
		}
		return m
	}
	all := NewHistories(encodeSimply)
	conversations := make([][]model.Message, 3)
	reused := 0
	for n := range 3000 {
		c := &conversations[random.IntN(len(conversations))]
		switch random.IntN(12) {
		case 0:
			*c = slices.Clone((*c)[:random.IntN(len(*c)+1)])
		case 1:
			if len(*c) > 0 {
				*c = slices.Clone(*c)
				(*c)[random.IntN(len(*c))] = message(n)
			}
		default:
			*c = append(*c, message(n))
		}
		h := all.Take(*c)
		reused += min(1, len(h.runs))
		fresh := History{encode: encodeSimply}
		if err := h.Extend(*c); err != nil {
			t.Fatal(err)
		}
		if err := fresh.Extend(*c); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(h.encoded, fresh.encoded) {
			t.Fatalf("step %d: kept\n%s\nfresh\n%s", n, h.encoded, fresh.encoded)
		}
		all.Keep(h)
	}
	if reused < 1000 {
		t.Errorf("a history was of use %d times in 3000", reused)
	}
}

// TestHistoryKeepsWhatIsBeingSent shows that a body is not written over by what comes after it.
func TestHistoryKeepsWhatIsBeingSent(t *testing.T) {
	messages := longConversation(3)
	other := append(slices.Clone(messages[:2]), model.Message{Role: model.Assistant, Text: "something else"})
	h := History{encode: encodeSimply}
	if err := h.Extend(messages[:6]); err != nil {
		t.Fatal(err)
	}
	for _, next := range [][]model.Message{messages, other, messages[:4], messages} {
		body := h.encoded
		before := bytes.Clone(body)
		if err := h.Extend(next); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(body, before) {
			t.Errorf("going on to %d messages changed the body before", len(next))
		}
	}
}

func TestHistoriesAreBounded(t *testing.T) {
	all := NewHistories(encodeSimply)
	for n := range 100 {
		h := all.Take([]model.Message{{Role: model.User, Text: fmt.Sprint(n)}})
		h.encoded = make([]byte, 10<<20)
		all.Keep(h)
	}
	if len(all.kept) != maxHistoryBytes/(10<<20) {
		t.Errorf("%d histories of 10 MB are kept", len(all.kept))
	}
	for range 100 {
		all.Keep(&History{})
	}
	if len(all.kept) != maxHistories {
		t.Errorf("%d histories are kept", len(all.kept))
	}
}

// TestHistoryIsTakenOnce shows that two requests of one conversation at the same time do not share.
func TestHistoryIsTakenOnce(t *testing.T) {
	all := NewHistories(encodeSimply)
	messages := longConversation(2)
	h := all.Take(messages)
	if err := h.Extend(messages); err != nil {
		t.Fatal(err)
	}
	all.Keep(h)
	if first, second := all.Take(messages), all.Take(messages); first != h || second == h {
		t.Error("the history was given to both, or to none")
	}
}
