package wire

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"eidolon/actors/model"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/redact"
)

// Sizes of redaction, in bytes. A run that a text shares with the prompt is hidden from sharedRun on:
// shorter ones are everyday words. sharedBlock is half of that, so that every such run covers a
// whole block of the prompt, see [repeated].
const (
	maxQuoted   = 200  // of a foreign text in a message
	maxExamined = 1000 // of a foreign text before redaction, which may shorten it
	sharedRun   = 16
	sharedBlock = sharedRun / 2
	shortSecret = 4 // shorter keys and messages are not hidden: they occur in any text
)

const hidden = "[…]"

// unescape undoes the escapes of a JSON string that a service quotes, as far as they would otherwise
// break a run that is shared with the prompt.
var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\t`, "\t", `\r`, "\r",
	`\/`, "/", `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// clean makes a text from outside fit for a message: valid, on one line, without controls, at most
// maxQuoted bytes, and without the key, what looks like one, and whatever it repeats of the prompt.
func (x *Exchange) clean(text string) string {
	text = unescape.Replace(text)
	for _, secret := range x.secrets() {
		if len(secret) >= shortSecret {
			text = strings.ReplaceAll(text, secret, hidden)
		}
	}
	text = x.redactor().String(text)
	text = redact.Shapes(clip.Short(text, maxExamined), hidden)
	text = hide(text, repeated(text, x.request.Messages))
	text = strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) && r != utf8.RuneError {
			return r
		}
		return ' '
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	return clip.Short(text, maxQuoted)
}

// hide replaces the marked bytes, each run by one sign.
func hide(text string, marked []bool) string {
	var b strings.Builder
	for i := range len(text) {
		switch {
		case !marked[i]:
			b.WriteByte(text[i])
		case i == 0 || !marked[i-1]:
			b.WriteString(hidden)
		}
	}
	return b.String()
}

// repeated marks the bytes of text that also stand in the messages: runs of sharedRun bytes or more,
// and whole messages that are shorter. It steps through the messages in blocks, so that the work is
// one look-up for each sharedBlock bytes of a conversation that may have megabytes.
func repeated(text string, messages []model.Message) []bool {
	marked := make([]bool, len(text))
	blocks := map[string][]int{} // every block of the text, and where it stands
	for i := 0; i+sharedBlock <= len(text); i++ {
		blocks[text[i:i+sharedBlock]] = append(blocks[text[i:i+sharedBlock]], i)
	}
	for part := range parts(messages) {
		if short := strings.TrimSpace(part); len(short) >= shortSecret && len(short) < sharedRun {
			markAll(marked, text, short)
		}
		for i := 0; i+sharedBlock <= len(part); i += sharedBlock {
			for _, at := range blocks[part[i:i+sharedBlock]] {
				markRun(marked, text, at, part, i)
			}
		}
	}
	return marked
}

// parts gives every text of the messages.
func parts(messages []model.Message) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, m := range messages {
			more := yield(m.Text)
			for _, c := range m.Calls {
				more = more && yield(c.Input)
			}
			for _, r := range m.Results {
				more = more && yield(r.Text)
			}
			if !more {
				return
			}
		}
	}
}

// markAll marks every place of word in text.
func markAll(marked []bool, text, word string) {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return
		}
		mark(marked, from+i, from+i+len(word))
		from += i + len(word)
	}
}

// markRun marks the run that text and part share around text[i] and part[j], if it is long enough.
func markRun(marked []bool, text string, i int, part string, j int) {
	if marked[i] {
		return
	}
	from, to := i, i+sharedBlock
	for from > 0 && from-i+j > 0 && text[from-1] == part[from-1-i+j] {
		from--
	}
	for to < len(text) && to-i+j < len(part) && text[to] == part[to-i+j] {
		to++
	}
	if to-from >= sharedRun {
		mark(marked, from, to)
	}
}

func mark(marked []bool, from, to int) {
	for i := from; i < to; i++ {
		marked[i] = true
	}
}
