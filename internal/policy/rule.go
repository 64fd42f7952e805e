package policy

import (
	"errors"
	"fmt"
	"strings"

	"eidolon/internal/leaf/clean"
)

// Rule is one permission rule: a tool, and what its calls must be about.
type Rule struct {
	Text   string // as it was written
	Origin string // where it was written: file and line, or a file; "" when that is not known

	tool string // canonical name, or one of the families below
	form form
	spec string   // what stands between the parentheses or behind the "=", without the mark of a prefix
	word []string // spec as the words of a command; nil when it is not the plain text of one

	pattern []string // spec as patterns of paths
}

// form is how a rule says what it is about.
type form int

const (
	bare    form = iota // Tool: every call
	literal             // tool=text: the very text
	given               // Tool(text): a command word by word, or a pattern of paths
	prefix              // Tool(text:*), and formerly Tool(text *): what begins so
	hosted              // Tool(domain:host): what is asked of this host
)

// Canonical names of the families. No tool has a name with a capital letter in canonical form.
const (
	familyBash  = "Bash"  // every command of the shell
	familyEdit  = "Edit"  // every tool that changes files of the workspace, and nothing else
	familyRead  = "Read"  // every tool that reads what a path names
	familyReads = "Reads" // not calls, but the word of a tool: "Reads(name)" believes that it only reads
)

// Parse reads a rule. The error says what is wrong with it in words for whoever wrote it.
func Parse(text string) (Rule, error) {
	r, err := read(strings.TrimSpace(text))
	if err != nil {
		return Rule{}, fmt.Errorf("the rule %q cannot be read: %w", clean.Line(strings.TrimSpace(text)), err)
	}
	return r, nil
}

func read(text string) (r Rule, err error) {
	r.Text = text
	at := strings.IndexAny(text, "(=")
	name := text
	if at >= 0 {
		name = strings.TrimSpace(text[:at])
	}
	if r.tool, err = readName(name); err != nil {
		return r, err
	}
	if at < 0 {
		return complete(r)
	}
	inside, closed := strings.CutSuffix(text[at+1:], ")")
	switch {
	case text[at] == '=':
		r.form, r.spec = literal, text[at+1:]
	case !closed:
		return r, errors.New("its parenthesis is not closed at the end")
	case r.tool == familyBash && strings.TrimSpace(inside) == "*":
		return r, nil // every command
	case r.tool == familyEdit || r.tool == familyRead:
		r.form, r.spec = given, inside // a pattern of paths has no prefix form
	case strings.HasPrefix(inside, domainMark) && r.tool != familyBash && r.tool != familyReads:
		r.form, r.spec = hosted, strings.TrimPrefix(inside, domainMark)
	default:
		r.form, r.spec = readSpecifier(inside)
	}
	return complete(r)
}

// readSpecifier tells a prefix from other texts.
func readSpecifier(inside string) (form, string) {
	for _, mark := range []string{":*", " *"} {
		if begin, ok := strings.CutSuffix(inside, mark); ok {
			return prefix, strings.TrimSpace(begin)
		}
	}
	return given, inside
}

// complete says what is wrong with a rule whose parts are known, and finds its words and patterns.
func complete(r Rule) (Rule, error) {
	var err error
	switch {
	case r.form == bare && r.tool == familyReads:
		err = errReads
	case r.form == bare:
	case strings.TrimSpace(r.spec) == "":
		err = errors.New("it does not say what it is about; for every call write the tool's name alone")
	case r.tool == familyBash:
		r.word, err = readCommand(r.form, r.spec)
	case r.tool == familyReads:
		if r.form != given || !isName(r.spec) {
			err = errReads
		}
	case r.form == hosted:
		r.spec, err = readHost(r.spec)
	case r.tool == pageTool:
		r.spec = readAddress(r.spec, r.form)
	case r.form == given:
		r.word, _ = words(r.spec)
		r.pattern, err = readPatterns(r.spec)
	default:
		r.word, _ = words(r.spec)
	}
	return r, err
}

var errReads = errors.New("it has to give the name of one tool, as in Reads(mcp__server__tool)")

// readCommand finds the words of a rule about commands.
func readCommand(f form, spec string) ([]string, error) {
	all, plain := words(spec)
	switch {
	case f == prefix && !plain:
		return nil, errors.New("before :* stands the beginning of one plain command, without operators, variables and patterns")
	case f == given && strings.Contains(spec, "*"):
		return nil, errors.New("a * can only stand at its end, as in Bash(go test:*); for a command that holds one write Bash=COMMAND")
	}
	return all, nil
}
