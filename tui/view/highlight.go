package view

import (
	"embed"
	"path"
	"strings"

	"github.com/alecthomas/chroma/v2"

	"eidolon/tui/theme"
)

// lexers holds the grammars, in the form of the chroma library; see its README.
//
//go:embed lexers/*.xml
var lexers embed.FS

// languages leads from the names that fences use, and from extensions of files, to grammars.
var languages = map[string]string{
	"go": "go", "golang": "go",
	"python": "python", "py": "python", "python3": "python",
	"javascript": "javascript", "js": "javascript", "jsx": "javascript", "mjs": "javascript",
	"typescript": "typescript", "ts": "typescript", "tsx": "typescript",
	"json": "json", "jsonc": "json", "jsonl": "json",
	"yaml": "yaml", "yml": "yaml",
	"bash": "bash", "sh": "bash", "shell": "bash", "zsh": "bash", "console": "bash",
	"rust": "rust", "rs": "rust",
	"c": "c", "h": "c",
	"c++": "c++", "cpp": "c++", "cc": "c++", "cxx": "c++", "hpp": "c++",
	"java": "java", "kotlin": "kotlin", "kt": "kotlin",
	"html": "html", "htm": "html", "xml": "xml", "svg": "xml",
	"css": "css", "sql": "sql",
	"diff": "diff", "patch": "diff",
	"toml": "toml", "ini": "ini",
	"dockerfile": "docker", "docker": "docker",
	"make": "makefile", "makefile": "makefile", "mk": "makefile",
	"ruby": "ruby", "rb": "ruby", "lua": "lua", "php": "php",
	"markdown": "markdown", "md": "markdown",
}

// Known says whether there are colours for a language.
func Known(lang string) bool { return languages[lang] != "" }

// Language gives the language of a file by its name, or "".
func Language(name string) string {
	base := strings.ToLower(path.Base(name))
	for _, known := range []string{base, strings.TrimPrefix(path.Ext(base), ".")} {
		if lang := languages[known]; lang != "" {
			return lang
		}
	}
	return ""
}

// Highlight gives the colours of code. It is slow, a quarter of a megabyte in a second, and meant to
// run where nobody waits for it. Spans are sorted and cover the whole text. An unknown language, or a
// text that is too long, has no colours.
func Highlight(lang, text string) (spans []Span) {
	name := languages[lang]
	if name == "" || len(text) > maxPainted {
		return nil
	}
	defer func() {
		// The library panics where a grammar does not fit a text. The text stays plain then.
		if recover() != nil {
			spans = nil
		}
	}()
	lexer := grammar(name)
	if lexer == nil {
		return nil
	}
	tokens, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return nil
	}
	at := 0
	for _, t := range tokens.Tokens() {
		end := min(at+len(t.Value), len(text))
		if role := roleOf(t.Type); role != theme.Code && end > at {
			if last := len(spans) - 1; last >= 0 && spans[last].End == at && spans[last].Style.Role == role {
				spans[last].End = end
			} else {
				spans = append(spans, Span{at, end, Style{Role: role}})
			}
		}
		at = end
	}
	return fill(spans, len(text))
}

// inner are the grammars that another one uses for what is inside it, such as a script in a page.
var inner = map[string][]string{
	"docker": {"bash", "json"}, "makefile": {"bash"}, "html": {"javascript", "css"},
}

// grammar reads a grammar and those inside it, or gives nil.
func grammar(name string) chroma.Lexer {
	registry := chroma.NewLexerRegistry()
	for _, other := range inner[name] {
		lexer, err := chroma.NewXMLLexer(lexers, "lexers/"+other+".xml")
		if err != nil {
			return nil
		}
		registry.Register(lexer)
	}
	lexer, err := chroma.NewXMLLexer(lexers, "lexers/"+name+".xml")
	if err != nil {
		return nil
	}
	return registry.Register(lexer)
}

// roleOf gives the role of a kind of token.
func roleOf(t chroma.TokenType) theme.Role {
	switch {
	case t.InCategory(chroma.Comment):
		return theme.Comment
	case t == chroma.GenericInserted:
		return theme.Added
	case t == chroma.GenericDeleted:
		return theme.Removed
	case t == chroma.GenericHeading, t == chroma.GenericSubheading:
		return theme.Hunk
	case t.InCategory(chroma.Keyword):
		return theme.Keyword
	case t == chroma.NameFunction, t == chroma.NameClass, t == chroma.NameTag, t == chroma.NameBuiltin, t == chroma.NameDecorator:
		return theme.Name
	case t.InSubCategory(chroma.LiteralString):
		return theme.Literal
	case t.InSubCategory(chroma.LiteralNumber), t == chroma.NameConstant:
		return theme.Number
	case t.InCategory(chroma.Operator):
		return theme.Operator
	}
	return theme.Code
}
