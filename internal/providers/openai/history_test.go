package openai

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"eidolon/actors/model"
)

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
	var all histories
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
		h := all.take(*c)
		reused += min(1, len(h.runs))
		var fresh history
		if err := h.extend(*c); err != nil {
			t.Fatal(err)
		}
		if err := fresh.extend(*c); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(h.encoded, fresh.encoded) {
			t.Fatalf("step %d: kept\n%s\nfresh\n%s", n, h.encoded, fresh.encoded)
		}
		all.keep(h)
	}
	if reused < 1000 {
		t.Errorf("a history was of use %d times in 3000", reused)
	}
}

// TestHistoryKeepsWhatIsBeingSent shows that a body is not written over by what comes after it.
func TestHistoryKeepsWhatIsBeingSent(t *testing.T) {
	messages := longConversation(3)
	other := append(slices.Clone(messages[:2]), model.Message{Role: model.Assistant, Text: "something else"})
	var h history
	if err := h.extend(messages[:6]); err != nil {
		t.Fatal(err)
	}
	for _, next := range [][]model.Message{messages, other, messages[:4], messages} {
		body := h.encoded
		before := bytes.Clone(body)
		if err := h.extend(next); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(body, before) {
			t.Errorf("going on to %d messages changed the body before", len(next))
		}
	}
}

func TestHistoriesAreBounded(t *testing.T) {
	var all histories
	for n := range 100 {
		h := all.take([]model.Message{{Role: model.User, Text: fmt.Sprint(n)}})
		h.encoded = make([]byte, 10<<20)
		all.keep(h)
	}
	if len(all.kept) != maxHistoryBytes/(10<<20) {
		t.Errorf("%d histories of 10 MB are kept", len(all.kept))
	}
	for range 100 {
		all.keep(&history{})
	}
	if len(all.kept) != maxHistories {
		t.Errorf("%d histories are kept", len(all.kept))
	}
}

// TestHistoryIsTakenOnce shows that two requests of one conversation at the same time do not share.
func TestHistoryIsTakenOnce(t *testing.T) {
	var all histories
	messages := longConversation(2)
	h := all.take(messages)
	if err := h.extend(messages); err != nil {
		t.Fatal(err)
	}
	all.keep(h)
	if first, second := all.take(messages), all.take(messages); first != h || second == h {
		t.Error("the history was given to both, or to none")
	}
}
