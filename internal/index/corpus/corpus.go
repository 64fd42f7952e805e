// Package corpus makes up sessions in any number, for measuring: always the same ones, with words as
// unevenly spread as those of a language, so that some are in nearly every session and some in one.
package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/store"
)

// Turns is how many turns a session has; each has [PerTurn] events.
const Turns = 3

// PerTurn is how many events a turn has.
const PerTurn = 6

const (
	vocabulary = 20_000
	perMessage = 40 // words
)

// Word gives a word of the vocabulary. The lower its number is, the more often it occurs.
func Word(n int) string {
	syllables := [...]string{"ba", "co", "di", "fu", "ga", "he", "ji", "ko", "lu", "me", "no", "pa", "qui", "ro", "se", "tu", "va", "we", "xi", "zo"}
	word := make([]byte, 0, 12)
	for range 3 {
		word = append(word, syllables[n%len(syllables)]...)
		n /= len(syllables)
	}
	return fmt.Sprintf("%s%d", word, n)
}

// Write makes n sessions of a workspace under a base directory.
func Write(base, workspace string, n int) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < n && failed.Load() == nil; i = next.Add(1) - 1 {
				if err := session(base, workspace, uint64(i)); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	workers.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// session writes one session. Its number decides what is said in it.
func session(base, workspace string, n uint64) error {
	source := rand.NewPCG(n, 1)
	begin := time.Date(2026, 1, 1, 8, int(n), 0, 0, time.UTC)
	s := &writer{zipf: rand.NewZipf(rand.New(source), 1.1, 20, vocabulary-1), now: begin} //nolint:gosec // made up, and the same each time
	random := bytesOf{source}
	l, err := store.Create(store.Options{Base: base, Workspace: workspace, Random: random, Now: func() time.Time { return begin }})
	if err != nil {
		return err
	}
	s.add(event.Meta{SchemaVersion: event.SchemaVersion, ID: l.Facts().ID, Workspace: workspace, Model: "m"})
	for range Turns {
		s.oneTurn()
	}
	if err := l.Append(s.events, false); err != nil {
		return err
	}
	if err := l.Close(); err != nil {
		return err
	}
	return os.Chtimes(filepath.Join(l.Facts().Dir, "events.jsonl"), s.now, s.now) // as if it had been written then
}

// writer collects the events of a session.
type writer struct {
	zipf   *rand.Zipf
	now    time.Time
	turn   int
	events []event.Envelope
}

func (w *writer) add(e event.Journalled) {
	w.now = w.now.Add(time.Second)
	w.events = append(w.events, event.Envelope{Seq: int64(len(w.events)), Time: w.now, Turn: w.turn, Round: min(w.turn, 1), Event: e})
}

// oneTurn adds a question, a call with its result, and an answer.
func (w *writer) oneTurn() {
	w.turn++
	w.add(event.Message{Role: event.RoleUser, Text: w.words(perMessage / 2)})
	call := fmt.Sprintf("t%dr1c1", w.turn)
	input, output := text(map[string]string{"path": w.words(1)}), text(map[string]any{"ok": true, "data": map[string]string{"text": w.words(2 * perMessage)}})
	w.add(event.ToolUse{Call: call, ModelID: call, Name: "SysBuiltIn.read_file", Input: input, ReadOnly: true, Source: event.SourceXNL})
	w.add(event.ToolResult{Call: call, OK: true, Output: output, MS: 1})
	w.add(event.Usage{InputTokens: 1000, OutputTokens: 50, Model: "m"})
	w.add(event.Message{Role: event.RoleAssistant, Text: w.words(perMessage)})
	w.add(event.TurnEnd{Reason: event.EndDone})
}

func (w *writer) words(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(Word(int(w.zipf.Uint64())))
	}
	return b.String()
}

func text(v any) json.RawMessage {
	b, _ := json.Marshal(v) // strings and booleans always can be
	return b
}

// bytesOf reads a source of numbers as bytes.
type bytesOf struct{ rand.Source }

var _ io.Reader = bytesOf{}

// Read implements io.Reader.
func (r bytesOf) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r.Uint64())
	}
	return len(p), nil
}
