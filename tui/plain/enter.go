package plain

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"eidolon/actors/session"
	"eidolon/internal/leaf/exit"
)

// onLine takes what was typed.
func (t *Talk) onLine(ctx context.Context, line typed) {
	if line.err == nil {
		t.say.typed()
	}
	switch {
	case errors.Is(line.err, io.EOF):
		t.ended = true
		if t.quit(); t.leaving {
			t.refuse()
		}
		return
	case line.err != nil:
		t.say.line("error: ", t.o.Lang.F("the next prompt cannot be read: %v", line.err))
		t.leave(exit.Failed)
		return
	}
	if head, more := strings.CutSuffix(line.text, `\`); more && t.o.Terminal && !t.asked.open() {
		t.draft += head + "\n"
		return
	}
	text := strings.TrimSpace(t.draft + line.text)
	t.draft = ""
	switch {
	case text == "":
	case t.answered(text):
	case text == "/quit", text == "/exit":
		t.quit()
	case t.leaving:
		t.say.line("not taken: ", text)
	case text == "/help":
		t.help(ctx)
	case t.chosen(ctx, text):
	case t.busy() && !t.atOnce(text):
		t.wait(waiting{text: text})
	default:
		t.enter(ctx, text)
	}
}

// quit leaves at the person's word. What was typed before it is done first, as a shell does it, unless a
// question is open that the word was typed at: the person has seen that it waits and answers so.
func (t *Talk) quit() {
	if !t.busy() || t.asked.open() && t.settled() {
		t.end()
		return
	}
	if !t.leaving {
		t.say.line("", t.o.Lang.T("This is left when all that was typed before is done. Ctrl+C cancels the turn; twice, it leaves at once."))
	}
	t.leaving = true
}

// end is the end of the conversation. What was piped in ends like its last turn.
func (t *Talk) end() {
	for _, w := range t.queue {
		t.say.line("not sent: ", w.text)
	}
	if t.o.Terminal {
		t.code = exit.Done
	}
	t.left = true
}

// waiting is what was typed while a turn ran.
type waiting struct {
	text string
	turn *session.UserTurn // what it stands for, if that is known already
}

func (t *Talk) wait(w waiting) {
	t.queue = append(t.queue, w)
	t.say.line("queued: ", t.o.Lang.N(len(t.queue), "1 prompt waits for the end of the turn", "%d prompts wait for the end of the turn"))
}

// atOnce says that a line is run while a turn runs too.
func (t *Talk) atOnce(text string) bool { return t.work == nil && t.isCommand(text) }

// isCommand says that a line is for the program. What comes out of a pipe is all for the model: it may
// hold anything.
func (t *Talk) isCommand(text string) bool {
	return t.o.Terminal && (t.o.Command != nil && strings.HasPrefix(text, "/") || isQueue(text))
}

func isQueue(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return word == "/queue"
}

// shellLine gives the command of a line that is one for the shell.
func (t *Talk) shellLine(text string) (command string, ok bool) {
	if !t.o.Terminal {
		return "", false
	}
	command, ok = strings.CutPrefix(strings.TrimPrefix(text, "@"), "!")
	return strings.TrimSpace(command), ok
}

// enter does what a line says.
func (t *Talk) enter(ctx context.Context, text string) {
	t.menu = nil
	if t.isCommand(text) {
		t.command(ctx, text)
		return
	}
	if command, ok := t.shellLine(text); ok {
		if command == "" {
			t.say.line("error: ", t.o.Lang.T("there is no command behind the exclamation mark"))
			return
		}
		t.begin(session.RunCommand{Text: command})
		return
	}
	if t.o.Prompt == nil {
		t.begin(session.UserTurn{Text: text})
		return
	}
	t.work = start(ctx, func(ctx context.Context) result {
		turn, notices, err := t.o.Prompt(ctx, text)
		return result{line: text, reply: Reply{Turn: &turn}, notices: notices, err: err}
	})
}

// command runs a line that is for the program.
func (t *Talk) command(ctx context.Context, line string) {
	if isQueue(line) {
		t.onQueue(strings.Fields(line)[1:])
		return
	}
	t.work = start(ctx, func(ctx context.Context) result {
		reply, err := t.o.Command(ctx, line)
		return result{line: line, reply: reply, err: err}
	})
}

// begin sends a turn.
func (t *Talk) begin(m session.Msg) {
	t.turn, t.held = turn{running: true}, false
	t.o.Session.Tell(m)
}

// onResult takes what became of a command or a prompt.
func (t *Talk) onResult(r result) {
	t.work = nil
	for _, notice := range r.notices {
		t.say.line("notice: ", notice)
	}
	switch {
	case errors.Is(r.err, context.Canceled):
		t.say.line("notice: ", t.o.Lang.T("cancelled"))
		return
	case r.err != nil:
		t.say.line("error: ", r.err.Error())
		if !t.o.Terminal {
			t.code = exit.Failed
		}
		return
	}
	if r.reply.Text != "" {
		t.say.line("", r.reply.Text)
	}
	t.offer(r.reply.Choices)
	switch turn := r.reply.Turn; {
	case turn == nil || turn.Text == "":
	case t.turn.running:
		t.wait(waiting{r.line, turn})
	default:
		t.begin(*turn)
	}
	if r.reply.Leave {
		t.end()
	}
}

// offer shows a menu.
func (t *Talk) offer(choices []Choice) {
	t.menu = choices
	for i, c := range choices {
		t.say.item(strconv.Itoa(i+1)+". ", c.Label)
	}
	if len(choices) > 0 {
		t.say.line("", t.o.Lang.T("Type a number to choose, or anything else to go on."))
	}
}

// chosen takes the number of a menu's row.
func (t *Talk) chosen(ctx context.Context, text string) bool {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(t.menu) || t.busy() {
		return false
	}
	t.enter(ctx, t.menu[n-1].Line)
	return true
}

// onQueue shows or changes what waits: /queue, /queue send, /queue keep, /queue drop.
func (t *Talk) onQueue(words []string) {
	switch {
	case len(t.queue) == 0:
		t.say.line("", t.o.Lang.T("No prompt waits."))
	case slices.Equal(words, []string{"send"}):
		t.held = false
	case slices.Equal(words, []string{"drop"}):
		t.queue = nil
		t.say.line("", t.o.Lang.T("Nothing waits any more."))
	case slices.Equal(words, []string{"keep"}):
		t.held = true
		t.say.line("", t.o.Lang.T("They wait for the end of the next turn."))
	default:
		for i, w := range t.queue {
			t.say.item(t.o.Lang.F("waits %d: ", i+1), w.text)
		}
	}
}

func (t *Talk) help(ctx context.Context) {
	if !t.o.Terminal {
		t.say.line("", t.o.Lang.T("Every line is a prompt. Ctrl+C ends a turn that runs; /quit or Ctrl+D leaves."))
		return
	}
	t.say.line("", t.o.Lang.T(`Every line is a prompt; one that ends in \ goes on in the next. A line that begins with ! runs a command.
What is typed while a turn runs waits until it ends: /queue shows it, /queue drop forgets it.
Ctrl+C ends a turn that runs, and leaves when it comes twice. /quit or Ctrl+D leaves behind what waits.`))
	if t.o.Command != nil && t.work == nil {
		t.command(ctx, "/help")
	}
}
