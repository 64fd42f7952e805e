package commands_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/commands"
)

// Covers: E54, R77
func TestExpand(t *testing.T) {
	tests := map[string]struct{ body, args, want string }{
		"all words":                        {"Fix $ARGUMENTS now.", "the  bug", "Fix the  bug now."},
		"words by number":                  {"$2 before $1", "a b", "b before a"},
		"a word that is missing":           {"[$1][$2][$3]", "a", "[a][][]"},
		"many words":                       {"$10-$1", "a b c d e f g h i j", "j-a"},
		"a number that no list has":        {"<$99999999999999999999>", "a", "<>"},
		"a dollar":                         {"costs $$5 and $$1", "", "costs $5 and $1"},
		"a dollar before a placeholder":    {"$$$1", "a", "$a"},
		"other dollars":                    {"$HOME $0 $ $", "", "$HOME $0 $ $"},
		"a longer word":                    {"$ARGUMENTSX $ARGUMENTS_1", "a", "$ARGUMENTSX $ARGUMENTS_1\n\na"},
		"quotes":                           {"[$1][$2]", `"a b" 'c d'`, "[a b][c d]"},
		"no placeholder":                   {"Do it.", "with care", "Do it.\n\nwith care"},
		"no placeholder and no words":      {"Do it.", "  ", "Do it."},
		"a dollar is no placeholder":       {"Pay $$.", "now", "Pay $.\n\nnow"},
		"what is put in is not put in for": {"$1 $ARGUMENTS", "$2 $ARGUMENTS", "$2 $2 $ARGUMENTS"},
		"lines":                            {"$ARGUMENTS", "a\nb", "a\nb"},
		"inline shell stays text":          {"!`rm x` $1", "a", "!`rm x` a"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, commands.Expand(tt.body, tt.args)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSplit(t *testing.T) {
	tests := map[string]struct {
		line string
		want []string
	}{
		"nothing":                 {" \t\n", nil},
		"blanks":                  {" a\tb\n c ", []string{"a", "b", "c"}},
		"joined quotes":           {`a"b c"d`, []string{"ab cd"}},
		"after an equals sign":    {`--name='x y' z`, []string{"--name=x y", "z"}},
		"empty quotes":            {`"" ''`, []string{"", ""}},
		"escapes":                 {`a\ b \"c \\d`, []string{"a b", `"c`, `\d`}},
		"escapes in quotes":       {`"a\"b\\c\d"`, []string{`a"b\c\d`}},
		"an apostrophe":           {"don't and can't", []string{"don't", "and", "can't"}},
		"a quote that stays open": {`say "hello there`, []string{"say", `"hello`, "there"}},
		"backslashes of paths":    {`C:\new\dir`, []string{`C:\new\dir`}},
		"a backslash at the end":  {`a\`, []string{`a\`}},
		"other letters":           {"é  ü\u00a0x", []string{"é", "ü", "x"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, commands.Split(tt.line)); diff != "" {
				t.Errorf("words (-want +got):\n%s", diff)
			}
		})
	}
}

// Arguments never bring in a placeholder, and a text without a dollar stays as it is.
func FuzzExpand(f *testing.F) {
	f.Add("a $1 $$ $ARGUMENTS", `x "y z" $1`)
	f.Add("$", `\`)
	f.Add("$ARGUMENTS$2", `'a 'b"`)
	f.Fuzz(func(t *testing.T, body, args string) {
		got := commands.Expand(body, args)
		if !strings.Contains(body, "$") && !strings.HasPrefix(got, body) {
			t.Errorf("Expand(%q, %q) = %q lost the text", body, args, got)
		}
		// With another sign in the arguments nothing else may differ.
		const other = "\x00"
		if strings.Contains(body+args, other) {
			return
		}
		masked := commands.Expand(body, strings.ReplaceAll(args, "$", other))
		if want := strings.ReplaceAll(masked, other, "$"); want != got {
			t.Errorf("Expand(%q, %q) = %q, want %q", body, args, got, want)
		}
		for _, word := range commands.Split(args) {
			if len(word) > len(args) {
				t.Errorf("the word %q is longer than %q", word, args)
			}
		}
	})
}
