package guard

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Quote writes a program and its arguments as one command, so that the shell gives the program exactly these
// words and does nothing of its own with them. What comes out is judged like any other command.
func Quote(words []string) (string, error) {
	quoted := make([]string, len(words))
	for i, word := range words {
		var err error
		if quoted[i], err = syntax.Quote(word, syntax.LangBash); err != nil {
			if reason, ok := errors.AsType[*syntax.QuoteError](err); ok {
				err = errors.New(reason.Message)
			}
			return "", fmt.Errorf("word %d cannot be part of a command: %w", i+1, err)
		}
	}
	return strings.Join(quoted, " "), nil
}
