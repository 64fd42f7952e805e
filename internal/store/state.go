package store

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"eidolon/actors/event"
)

const (
	stateVersion = 1
	keySize      = 32
)

// state is the content of state.json. All of it but the key follows from the events. It is also what
// a list of sessions is made from: a log that is as long as Size says needs not be read for that.
type state struct {
	SchemaVersion int       `json:"schema_version"`
	Key           string    `json:"key"`    // hexadecimal
	Events        int64     `json:"events"` // how many the rest accounts for
	Size          int64     `json:"size"`   // bytes of events.jsonl that hold them; 0 when nobody noted it
	Title         string    `json:"title"`
	Prompt        string    `json:"prompt"` // first line of what the user said first, cut
	Model         string    `json:"model"`  // of the last request, or of the start
	Created       time.Time `json:"created"`
	Active        time.Time `json:"active"`   // time of the last event
	Turns         int       `json:"turns"`    // that have ended
	Turn          int       `json:"turn"`     // the last one, ended or not
	End           string    `json:"end"`      // why it ended, or "" while it has not
	Messages      int       `json:"messages"` // of the user and the model
	Problems      int       `json:"problems"` // of the log
	Tokens        Tokens    `json:"tokens"`
	Context       int64     `json:"context"`           // tokens of the last request and its answer
	Posture       string    `json:"posture,omitempty"` // permission mode that was chosen last
	Agent         string    `json:"agent,omitempty"`   // that was chosen last
	// Parent is where the session was forked from.
	Parent *event.Parent `json:"parent,omitempty"`
	// Task is the call of another session that this one does the work of.
	Task *event.Task `json:"task,omitempty"`
}

func (s state) about() Known {
	return Known{Title: cmp.Or(s.Title, s.Prompt), Posture: s.Posture, Agent: s.Agent, Tokens: s.Tokens, Context: s.Context}
}

// Tokens sums up what requests cost.
type Tokens struct {
	Input     int64 `json:"input"`
	Output    int64 `json:"output"`
	Cached    int64 `json:"cached"`
	Written   int64 `json:"cache_write,omitempty"`
	Reasoning int64 `json:"reasoning"`
	Estimated bool  `json:"estimated"` // at least one request gave no numbers
	// Cost sums up the requests whose price was known; nil while there was none.
	Cost *float64 `json:"cost,omitempty"`
}

// Add counts a request.
func (t *Tokens) Add(u event.Usage) {
	t.Input += u.InputTokens
	t.Output += u.OutputTokens
	t.Cached += u.CachedTokens
	t.Written += u.WrittenTokens
	t.Reasoning += u.ReasoningTokens
	t.Estimated = t.Estimated || u.Estimated
	if u.Cost != nil {
		sum := *u.Cost
		if t.Cost != nil {
			sum = min(sum+*t.Cost, math.MaxFloat64) // JSON has nothing above
		}
		t.Cost = &sum // a new one: states are compared and handed out by value
	}
}

// newKey draws the secret of a session.
func newKey(random io.Reader) ([]byte, error) {
	key := make([]byte, keySize)
	if _, err := io.ReadFull(random, key); err != nil {
		return nil, fmt.Errorf("draw the session's key: %w", err)
	}
	return key, nil
}

// keyOf takes the key out of the content of state.json. It is nil when there is none.
func keyOf(content []byte) []byte {
	var s state
	if json.Unmarshal(content, &s) != nil {
		return nil
	}
	key, err := hex.DecodeString(s.Key)
	if err != nil || len(key) != keySize {
		return nil
	}
	return key
}

// document is the form of the JSON files of a session: indented, for people.
func document(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return b.Bytes(), err
}

// promptLength is how many characters of a prompt stand for a title.
const promptLength = 80

// headline gives the first line of a text that is not blank, cut.
func headline(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimSpace(line)
	if utf8.RuneCountInString(line) > promptLength {
		line = string([]rune(line)[:promptLength-1]) + "…"
	}
	return line
}
