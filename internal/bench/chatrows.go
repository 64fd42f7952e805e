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
		{what: "chat: key to screen while 1,000 deltas a second stream, p95", unit: "ms", budget: 8, once: true, measure: onChat("stream.yaml", keyLatency(0.95))},
		{what: "chat: key to screen while 1,000 deltas a second stream, longest", unit: "ms", budget: 16, once: true, measure: onChat("stream.yaml", keyLatency(1))},
		{what: "chat: bytes for a key, at rest", unit: "bytes", budget: 200, once: true, measure: onChat("hello.yaml", keyBytes)},
		{what: "chat: CPU in 5 s of idling", unit: "ms", budget: 0, slack: 1, once: true, measure: onChat("hello.yaml", idleCPU)},
		{what: "chat: bytes in 5 s of idling", unit: "bytes", budget: 0, once: true, measure: onChat("hello.yaml", idleBytes)},
		{what: "chat: 50 sizes in a second, at rest after", unit: "ms", budget: 200, once: true, measure: onChat("hello.yaml", resizeStorm)},
		{what: "chat: paste of 1 MB, on the screen after", unit: "ms", budget: 1000, once: true, measure: onChat("hello.yaml", paste)},
		{what: "chat: peak memory at the first prompt", unit: "MB", budget: 40, measure: onChat("hello.yaml", promptMemory)},
	}
}

// onChat measures on a chat of its own, whose prompt is there.
func onChat(script string, measure func(context.Context, *chat, time.Time) (float64, error)) func(context.Context, *probe) (float64, error) {
	return func(ctx context.Context, p *probe) (got float64, err error) {
		c, err := p.chat(ctx, script)
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

// keyLatency is the time from a key to its letter on the screen, at that part of all keys.
func keyLatency(part float64) func(context.Context, *chat, time.Time) (float64, error) {
	return func(ctx context.Context, c *chat, _ time.Time) (float64, error) {
		if err := c.submits(ctx, "go"); err != nil {
			return 0, err
		}
		if _, err := c.until(ctx, "number"); err != nil {
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
