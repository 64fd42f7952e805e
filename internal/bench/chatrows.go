package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/creack/pty"
)

// chatRows are the figures of the chat. Its internals have Go benchmarks beside their code; these look
// from outside.
func chatRows() []row {
	return []row{
		{what: "chat: first prompt on the screen", unit: "ms", budget: 50, measure: onChat("hello.yaml", firstPrompt)},
		{what: "chat: key to screen while 1,000 deltas a second stream, p95", unit: "ms", budget: 8, once: true, measure: onChat("stream.yaml", keyLatency(0.95, "number"))},
		{what: "chat: key to screen while 1,000 deltas a second stream, longest", unit: "ms", budget: 16, once: true, measure: onChat("stream.yaml", keyLatency(1, "number"))},
		{what: "chat: bytes for a key, at rest", unit: "bytes", budget: 200, once: true, measure: onChat("hello.yaml", keyBytes)},
		{what: "chat: CPU in 5 s of idling", unit: "ms", budget: 0, slack: 1, once: true, measure: onChat("hello.yaml", idleCPU)},
		{what: "chat: bytes in 5 s of idling", unit: "bytes", budget: 0, once: true, measure: onChat("hello.yaml", idleBytes)},
		{what: "chat: 50 sizes in a second, at rest after", unit: "ms", budget: 200, once: true, measure: onChat("hello.yaml", resizeStorm)},
		{what: "chat: paste of 1 MB, on the screen after", unit: "ms", budget: 1000, once: true, measure: onChat("hello.yaml", paste)},
		{what: "chat: 1 MB answer in 20,000 deltas, Markdown, CPU", unit: "ms", budget: 1000, once: true, measure: onAnswer(0, answerCPU)},
		{what: "chat: key to screen over 100 KB/s while the screen scrolls, median", unit: "ms", budget: 100, once: true, measure: onAnswer(time.Millisecond, slowKeys(0.5))},
		{what: "chat: key to screen over 100 KB/s while the screen scrolls, p95", unit: "ms", budget: 300, once: true, measure: onAnswer(time.Millisecond, slowKeys(0.95))},
		{what: "chat: peak memory at the first prompt", unit: "MB", budget: 40, measure: onChat("hello.yaml", promptMemory)},
	}
}

// measure is a figure of a chat, whose prompt came at a time.
type measureChat func(ctx context.Context, c *chat, prompted time.Time) (float64, error)

// onChat measures on a chat of its own, whose prompt is there.
func onChat(script string, measure measureChat) func(context.Context, *probe) (float64, error) {
	return on(measure, func(ctx context.Context, p *probe) (*chat, error) { return p.chat(ctx, script) })
}

// onAnswer measures on a chat whose model answers a megabyte, with a pause before each of its 20,000
// deltas.
func onAnswer(every time.Duration, measure measureChat) func(context.Context, *probe) (float64, error) {
	part := fmt.Sprintf("{text: %q, deltas: 50, every: %s}", section, every)
	script := "answers: [{parts: [" + strings.Repeat(part+", ", 400) + "]}]\n"
	return on(measure, func(ctx context.Context, p *probe) (*chat, error) {
		return p.chatOn(ctx, "long answer", []byte(script))
	})
}

func on(measure measureChat, begin func(context.Context, *probe) (*chat, error)) func(context.Context, *probe) (float64, error) {
	return func(ctx context.Context, p *probe) (got float64, err error) {
		c, err := begin(ctx, p)
		if err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, c.close()) }()
		at, err := c.prompt(ctx)
		if err != nil {
			return 0, err
		}
		return measure(ctx, c, at)
	}
}

func firstPrompt(_ context.Context, c *chat, at time.Time) (float64, error) {
	return ms(at.Sub(c.began)), nil
}

// settle is how long a screen must have been still to be at rest.
const settle = 300 * time.Millisecond

// keys is how many keys are measured. Each one is another letter that occurs nowhere else.
const keys = 100

func letter(n int) string { return string(rune('а' + n)) } // Cyrillic, and what follows it

// keyLatency is the time from a key to its letter on the screen, at that part of all keys, from when a
// word of the answer is there.
func keyLatency(part float64, word string) measureChat {
	return func(ctx context.Context, c *chat, _ time.Time) (float64, error) {
		if err := c.submits(ctx, "go"); err != nil {
			return 0, err
		}
		if _, err := c.until(ctx, word); err != nil {
			return 0, err
		}
		c.during(ctx, time.Second) // until the screen is full and scrolls
		var took []float64
		for n := range keys {
			pressed := time.Now() //nolint:forbidigo // a benchmark is about real time
			if err := c.types(letter(n)); err != nil {
				return 0, err
			}
			at, err := c.until(ctx, letter(n))
			if err != nil {
				return 0, err
			}
			took = append(took, ms(at.Sub(pressed)))
			c.during(ctx, time.Duration(37+n%11)*time.Millisecond) // out of step with the frames
		}
		slices.Sort(took)
		return took[min(int(part*keys), keys-1)], nil
	}
}

// keyBytes is what one key makes the program draw.
func keyBytes(ctx context.Context, c *chat, _ time.Time) (float64, error) {
	c.rest(ctx, settle)
	drawn := 0
	for n := range 10 {
		if err := c.types(letter(n)); err != nil {
			return 0, err
		}
		bytes, _ := c.rest(ctx, settle/3)
		drawn += bytes
	}
	return float64(drawn) / 10, nil
}

// idling is how long a chat is left alone.
const idling = 5 * time.Second

func idleCPU(ctx context.Context, c *chat, _ time.Time) (float64, error) {
	c.rest(ctx, settle)
	before, err := cpuTime(c.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	c.during(ctx, idling)
	after, err := cpuTime(c.cmd.Process.Pid)
	return ms(after - before), err
}

func idleBytes(ctx context.Context, c *chat, _ time.Time) (float64, error) {
	c.rest(ctx, settle)
	return float64(c.during(ctx, idling)), nil
}

// resizeStorm is the time from the last change of size to the last byte.
func resizeStorm(ctx context.Context, c *chat, _ time.Time) (float64, error) {
	c.rest(ctx, settle)
	var changed time.Time
	for n := range 50 {
		changed = time.Now() //nolint:forbidigo // a benchmark is about real time
		if err := pty.Setsize(c.tty, &pty.Winsize{Rows: uint16(20 + n%30), Cols: uint16(60 + 7*n%140)}); err != nil {
			return 0, err
		}
		c.during(ctx, 20*time.Millisecond)
	}
	drawn, last := c.rest(ctx, settle)
	if drawn == 0 {
		return 0, nil // it was at rest within the last pause
	}
	return ms(last.Sub(changed)), nil
}

// paste is the time from a paste to its place in the prompt.
func paste(ctx context.Context, c *chat, _ time.Time) (float64, error) {
	c.rest(ctx, settle)
	text := "\x1b[200~" + strings.Repeat("a line of a text that is pasted\n", 1<<20/32) + "\x1b[201~"
	began := time.Now() //nolint:forbidigo // a benchmark is about real time
	sent := make(chan error, 1)
	go func() { sent <- c.types(text) }()
	at, err := c.until(ctx, "[paste 1")
	if err != nil {
		return 0, err // the rest of the paste is never taken
	}
	return ms(at.Sub(began)), <-sent
}

// section is a piece of some 2,600 bytes of an answer, with something of each that answers have.
const section = "## A heading\n\n" +
	"A paragraph with **strong** words, `code`, a [link](https://example.org/) and *more*, so long that it needs some rows on a usual screen. " +
	"It goes on with another sentence, and with one more, so that there is something to wrap, and it ends here.\n\n" +
	"- an entry of a list\n- another one with `code` in it\n  - and one below that\n\n" +
	"```go\nfunc Add(a, b int) (sum int) {\n\tfor range b { // one after the other\n\t\ta++\n\t}\n\treturn a\n}\n```\n\n" +
	"| name | value | what it is |\n|---|---:|---|\n| one | 1 | the first of them |\n| two | 22 | another row |\n\n" +
	"> A quotation of somebody who said something.\n\n" + lines + lines + lines + lines

const lines = "The quick brown fox jumps over the lazy dog, and then it does it again, since nobody has told it to stop. " +
	"The quick brown fox jumps over the lazy dog, and then it does it again, since nobody has told it to stop. " +
	"The quick brown fox jumps over the lazy dog, and then it does it again, since nobody has told it to stop. " +
	"The quick brown fox jumps over the lazy dog, and then it does it again, since nobody has told it to stop.\n\n"

// answerCPU is the time that all threads take for a long answer, from the key that sends the prompt to
// the last byte of the screen.
func answerCPU(ctx context.Context, c *chat, _ time.Time) (float64, error) {
	c.rest(ctx, settle)
	before, err := cpuTime(c.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	if err := c.submits(ctx, "go"); err != nil {
		return 0, err
	}
	if drawn, _ := c.rest(ctx, 2*time.Second); drawn == 0 {
		return 0, errors.New("nothing was drawn")
	}
	after, err := cpuTime(c.cmd.Process.Pid)
	return ms(after - before), err
}

// slowLink is how many bytes a second a slow link carries.
const slowLink = 100 << 10

// slowKeys is the time from a key to its letter over a slow link, on which a frame of the whole screen
// takes a fifth of a second: frames that wait for the link would all stand before the letter.
func slowKeys(part float64) measureChat {
	return func(ctx context.Context, c *chat, at time.Time) (float64, error) {
		c.link.Store(slowLink)
		return keyLatency(part, "heading")(ctx, c, at)
	}
}

func promptMemory(_ context.Context, c *chat, _ time.Time) (float64, error) {
	return peakOf(c.cmd.Process.Pid)
}

// figure prints a figure beside its budget.
func (r row) figure(got float64) string {
	share := "-"
	if r.budget > 0 {
		share = fmt.Sprintf("%.0f %%", 100*got/r.budget)
	}
	return fmt.Sprintf("%s\t%.4g %s\t%.4g %s\t%s", r.what, r.budget, r.unit, got, r.unit, share)
}
