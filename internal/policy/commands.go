package policy

import (
	"path"
	"slices"
	"strings"

	"eidolon/fsapi"
)

// answer is whether a rule that denies or asks is about a call.
type answer int

const (
	no    answer = iota
	maybe        // what is not known of a command before it runs would tell
	yes
)

// tightensCommand says whether a rule that denies or asks is about a command: when it is about any program
// that the command would start, wherever that stands.
func (r Rule) tightensCommand(text string, v *fsapi.Verdict) answer {
	if r.form == bare || r.form != prefix && strings.TrimSpace(r.spec) == strings.TrimSpace(text) {
		return yes
	}
	if r.word == nil {
		return no // it is about one text alone
	}
	found := no
	if !v.Known {
		found = maybe
	}
	for _, run := range v.Runs {
		found = max(found, r.tightensRun(run))
	}
	return found
}

// tightensRun says the same of one program. Between the words of a prefix options may stand, which nobody
// could list: git -C dir push is a git push.
func (r Rule) tightensRun(run fsapi.Run) answer {
	if len(run.Words) > 0 {
		run.Words = apart(run.Words)
	}
	switch {
	case len(run.Words) == 0:
		return maybe // any program
	case program(run.Words[0]) != program(r.word[0]):
		return no
	case r.form == prefix:
		return begins(r.word[1:], run.Words[1:], run.Whole)
	case slices.Equal(run.Words[1:], r.word[1:]):
		return yes
	case !run.Whole && len(run.Words) < len(r.word) && slices.Equal(run.Words[1:], r.word[1:len(run.Words)]):
		return maybe
	}
	return no
}

// apart writes a command of git that has a program of its own, such as git-push, as it is usually called.
func apart(words []string) []string {
	if verb, ok := strings.CutPrefix(program(words[0]), "git-"); ok {
		return append([]string{"git", verb}, words[1:]...)
	}
	return words
}

// begins says whether the arguments begin with the words of a prefix when options between them are passed
// over. An option may take the word behind it along. The places in the arguments at which the words so far
// may end are followed side by side.
func begins(want, args []string, whole bool) answer {
	at := make([]bool, len(args)+1)
	at[0] = true
	found := no
	for _, word := range want {
		next := make([]bool, len(args)+1)
		for i, here := range at {
			if !here {
				continue
			}
			if i == len(args) {
				if !whole {
					found = maybe
				}
				continue
			}
			if args[i] == word {
				next[i+1] = true
			}
			if option := strings.HasPrefix(args[i], "-") && len(args[i]) > 1; option {
				at[i+1] = true
				if !strings.Contains(args[i], "=") {
					at[min(i+2, len(args))] = true
				}
			}
		}
		at = next
	}
	if slices.Contains(at, true) {
		return yes
	}
	return found
}

// program is the name under which a program is known, wherever it lies.
func program(word string) string {
	return strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(word, `\`, "/"))), ".exe")
}

// allowsText says whether a rule that allows is about the very text of a command, whatever that does.
func (r Rule) allowsText(text string) bool {
	return r.form == bare || r.form != prefix && strings.TrimSpace(r.spec) == strings.TrimSpace(text)
}

// allowsRun says whether a rule that allows is about one program with all its arguments.
func (r Rule) allowsRun(run fsapi.Run) bool {
	switch r.form {
	case prefix:
		return len(run.Words) >= len(r.word) && slices.Equal(run.Words[:len(r.word)], r.word)
	case given, literal:
		return r.word != nil && slices.Equal(run.Words, r.word)
	case bare, hosted:
	}
	return r.form == bare
}

// allowCommand finds rules that allow a command together: all programs that it starts are known, and each
// of them only reads, only starts one of the others, or is allowed by a rule to its last word. It gives the
// first of the rules that was needed.
func allowCommand(rules []Rule, text string, v *fsapi.Verdict) (Rule, bool) {
	if i := slices.IndexFunc(rules, func(r Rule) bool { return r.allowsText(text) }); i >= 0 {
		return rules[i], true
	}
	if !v.Known {
		return Rule{}, false
	}
	var by Rule
	found := false
	for _, run := range v.Runs {
		if run.ReadOnly || run.Wraps {
			continue
		}
		i := slices.IndexFunc(rules, func(r Rule) bool { return run.Whole && r.allowsRun(run) })
		if i < 0 {
			return Rule{}, false
		}
		if !found {
			by, found = rules[i], true
		}
	}
	return by, found
}
