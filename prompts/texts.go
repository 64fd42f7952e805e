package prompts

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"
)

//go:embed *.md tools/*.xnl
var builtIn embed.FS

// maxText is the number of bytes of one text; a larger one was hardly meant for a prompt.
const maxText = 256 << 10

// texts finds prompt texts: a person's own where there is a usable one, else the built-in.
type texts struct {
	override fs.FS // may be nil
	warnings []string
}

// read gives the text with the given name, or "" when there is none. The check tells what is wrong
// with a text.
func (t *texts) read(name string, check func(string) error) string {
	if t.override != nil {
		text, err := readText(t.override, name)
		if err == nil {
			err = check(text)
		}
		if err == nil {
			return text
		}
		if !errors.Is(err, fs.ErrNotExist) {
			t.warnings = append(t.warnings, fmt.Sprintf("prompts/%s is not used: %v; the built-in text takes its place", name, err))
		}
	}
	text, err := readText(builtIn, name)
	if err != nil {
		return ""
	}
	return text
}

func readText(fsys fs.FS, name string) (string, error) {
	info, err := fs.Stat(fsys, name)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", errors.New("it is not a regular file")
	case info.Size() > maxText:
		return "", fmt.Errorf("it has %d bytes, the limit is %d", info.Size(), maxText)
	}
	data, err := fs.ReadFile(fsys, name)
	return string(data), err
}

// anyText accepts every text that says something.
func anyText(text string) error {
	switch {
	case !utf8.ValidString(text):
		return errors.New("it is not valid UTF-8")
	case strings.ContainsRune(text, 0):
		return errors.New("it holds a NUL byte")
	case strings.TrimSpace(text) == "":
		return errors.New("it is empty")
	}
	return nil
}

// remindEvery is the number of user messages from one reminder to the next.
const remindEvery = 10

// Reminder gives the hidden system message that goes before the user's message number n, counted
// from 1. Most messages have none: it comes with the first and with every tenth after it. The
// override is that of [Options].
func Reminder(n int, override fs.FS) (string, bool) {
	if n < 1 || (n-1)%remindEvery != 0 {
		return "", false
	}
	t := texts{override: override}
	return strings.TrimSpace(t.read("reminder.md", anyText)), true
}

// Planning gives the hidden system messages that tell the model to plan, before a turn in plan mode, and
// that it need not any more. The override is that of [Options].
func Planning(override fs.FS) (begins, ends string) {
	t := texts{override: override}
	return strings.TrimSpace(t.read("planning.md", anyText)), strings.TrimSpace(t.read("planning_over.md", anyText))
}
