package plain

import (
	"strings"

	"eidolon/actors/event"
	"eidolon/tui/view"
)

// transcript says each item of the history once. It is shown what the screen is shown.
type transcript struct {
	say     *printer
	model   *view.Model
	news    news
	started map[string]bool // calls that run or wait for the person
	said    map[int]said    // by the item
}

// said is how much of an item was said.
type said struct {
	text int  // bytes of an answer
	head bool // the name and input of a call
	all  bool
}

func newTranscript(say *printer, o Options) transcript {
	return transcript{
		say: say, model: view.New(view.Options{Window: o.Window, Lang: o.Lang, ASCII: true}), started: map[string]bool{}, said: map[int]said{},
	}
}

// take notes what happened, and gives what is to be shown of it and the turns that have ended.
func (t *transcript) take(events []event.Envelope) (view.Frame, []event.TurnEnd) {
	var ends []event.TurnEnd
	fresh := t.news.pick(events)
	for _, e := range fresh {
		if end, ok := e.Event.(event.TurnEnd); ok {
			ends = append(ends, end)
		}
		if start, ok := e.Event.(event.CallStarted); ok {
			t.started[start.Call] = true
		}
		if asked, ok := e.Event.(event.Asked); ok {
			t.started[asked.Call] = true
		}
	}
	t.model.Apply(fresh)
	return t.model.Frame(), ends
}

// show says what is new.
func (t *transcript) show(f view.Frame) {
	for _, item := range f.Items {
		s := t.said[item.ID]
		if s.all {
			continue
		}
		switch item.Kind {
		case view.UserItem: // the person has typed it
			s.all = true
		case view.AnswerItem:
			s = t.answer(item, s)
		case view.ToolItem:
			s = t.call(item, s)
		case view.ReasoningItem, view.NoticeItem, view.ErrorItem, view.TurnItem:
			if s.all = !item.Open; s.all && item.Source != "" {
				t.say.line("", strings.Join(view.Lines(item, t.say.lang), "\n"))
			}
		}
		t.said[item.ID] = s
	}
}

// answer says what is new of an answer. On a terminal it is said in words: a reader that speaks would
// spell halves of them.
func (t *transcript) answer(item *view.Item, s said) said {
	s.all = !item.Open
	text := item.Source[min(s.text, len(item.Source)):]
	if t.say.labelled && item.Open {
		text = text[:words(text)]
	}
	s.text += len(text)
	t.say.answer(text)
	if s.all {
		t.say.endAnswer()
	}
	return s
}

// longWord is how long a word may get, in bytes, before it is said in parts: some languages have no
// blanks.
const longWord = 80

// words gives how much of a text that goes on is whole words.
func words(text string) int {
	end := strings.LastIndexAny(text, " \n\t") + 1
	if len(text)-end < longWord {
		return end
	}
	end = len(text) - 1
	for text[end]&0xC0 == 0x80 {
		end--
	}
	return end
}

// call says that a call runs, and later what became of it. What was over at once is said in one go.
func (t *transcript) call(item *view.Item, s said) said {
	lines := view.Lines(item, t.say.lang)
	state := ": " + item.State.Text
	head := strings.TrimSuffix(lines[0], state)
	switch {
	case !item.Open:
		if s.head { // its input is known
			label := t.say.lang.T("tool: ")
			name, _, _ := strings.Cut(strings.TrimPrefix(head, label), " ")
			head = label + name
		}
		lines[0] = head + state
		for i := range lines[1:] { // the mark and the blanks below a tool line
			lines[i+1] = strings.TrimSuffix(lines[i+1][min(len(underTool), len(lines[i+1])):], unfoldKey)
		}
		t.say.line("", strings.Join(lines, "\n"))
		s.all = true
	case t.started[item.Call] && !s.head:
		t.say.line("", head)
		s.head = true
	}
	return s
}

// What lines below a tool line have that means nothing here: something before each, and on the line about
// what is left out, the key that shows it on a screen.
const (
	underTool = "  | "
	unfoldKey = " (Ctrl+O)"
)

// blockText is a block as plain text.
func blockText(b *view.Block) string {
	return b.First.Text + strings.ReplaceAll(b.Text, "\n", "\n"+b.Rest.Text)
}
