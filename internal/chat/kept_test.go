package chat_test

import (
	"bytes"
	"fmt"
	"testing"
)

func TestLoadGivesTheLatestLines(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	const name, limit = "prompts.jsonl", 4 << 20
	if got, err := k.Load(name); got != nil || err != nil {
		t.Fatalf("what is not there gives %d bytes, %v", len(got), err)
	}
	var all []byte
	for i := 0; len(all) <= limit; i++ {
		all = fmt.Appendf(all, "{\"line\":%d,\"text\":%q}\n", i, bytes.Repeat([]byte("x"), i%2000))
	}
	if err := k.Save(name, all); err != nil {
		t.Fatal(err)
	}
	got, err := k.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) > limit/2 || len(got) < limit/4 || !bytes.HasSuffix(all, got) || !bytes.HasPrefix(got, []byte(`{"line":`)) {
		t.Errorf("got %d bytes that begin with %.20q", len(got), got)
	}
	last := []byte("{\"line\":-1}\n")
	if err := k.Append(name, last); err != nil {
		t.Fatal(err)
	}
	again, err := k.Load(name)
	if err != nil || !bytes.Equal(again, append(got, last...)) {
		t.Errorf("the file was not made shorter: %d bytes, %v", len(again), err)
	}
}

func TestLoadRefusesWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	k := newTalk(t, "answers: []\nafter: echo\n", nil)
	if err := k.Save("draft.json", make([]byte, 4<<20+1)); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Load("draft.json"); err == nil {
		t.Error("half of a document is none")
	}
}
