package openai

import (
	"encoding/json"
	"strings"

	"eidolon/actors/model"
)

// mark begins the signatures that this package gives, and tells them from those of other services.
const mark = "openai:"

// signature is what is kept of reasoning until it is sent back, for services that give it in blocks with
// proofs, as OpenRouter does for all models behind it.
type signature struct {
	Host    string            `json:"host"` // of the service, which alone can read it
	Details []json.RawMessage `json:"details"`
}

// details gives the blocks of reasoning that came from a service, or nil.
func details(thoughts []model.Thought, host string) []json.RawMessage {
	var all []json.RawMessage
	for _, t := range thoughts {
		var s signature
		data, ours := strings.CutPrefix(t.Signature, mark)
		if ours && json.Unmarshal([]byte(data), &s) == nil && s.Host == host {
			all = append(all, s.Details...)
		}
	}
	return all
}

// blocks puts the pieces of such reasoning together. The service takes back joined pieces.
type blocks struct {
	list []*block
	size int // bytes of all pieces
}

// block is one block of reasoning.
type block struct {
	fields map[string]json.RawMessage
	key    string // of the field that comes in pieces, or ""
	text   strings.Builder
}

// take adds pieces, each to the last block if it goes on there.
func (b *blocks) take(pieces []json.RawMessage) {
	for _, raw := range pieces {
		var fields map[string]json.RawMessage
		if json.Unmarshal(raw, &fields) != nil {
			continue
		}
		b.size += len(raw)
		k := &block{fields: fields, key: pieceKey(fields)}
		if n := len(b.list); n > 0 && k.key != "" && b.list[n-1].key == k.key &&
			string(b.list[n-1].fields["index"]) == string(fields["index"]) {
			k = b.list[n-1]
		} else {
			b.list = append(b.list, k)
		}
		k.join(fields)
	}
}

// pieceKey names the field of a block that comes in pieces.
func pieceKey(fields map[string]json.RawMessage) string {
	switch string(fields["type"]) {
	case `"reasoning.text"`:
		return "text"
	case `"reasoning.summary"`:
		return "summary"
	}
	return ""
}

// join adds a piece: its text to the text before, and what else it has in the place of what was there.
func (k *block) join(fields map[string]json.RawMessage) {
	for name, value := range fields {
		var text string
		switch {
		case name == k.key && json.Unmarshal(value, &text) == nil:
			k.text.WriteString(text)
		case string(value) != "null":
			k.fields[name] = value
		}
	}
}

// signed gives the blocks as a signature, or "" if there are none.
func (b *blocks) signed(host string) (string, error) {
	if len(b.list) == 0 {
		return "", nil
	}
	s := signature{Host: host}
	for _, k := range b.list {
		if k.key != "" {
			text, err := json.Marshal(k.text.String())
			if err != nil {
				return "", err
			}
			k.fields[k.key] = text
		}
		raw, err := json.Marshal(k.fields)
		if err != nil {
			return "", err
		}
		s.Details = append(s.Details, raw)
	}
	data, err := json.Marshal(s)
	return mark + string(data), err
}
