package view

import (
	"context"
	"embed"
	"path"
	"slices"
	"strings"
	"sync"

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

// Painter gives colours to code. It keeps the grammars that it has read, which costs more than most code
// does. Any goroutine may use it; one does at a time.
type Painter struct {
	mu       sync.Mutex
	grammars map[string]chroma.Lexer
}

// Colour gives the colours of a piece of code. It is slow, a quarter of a megabyte in a second, and there
// are texts with which a grammar takes much longer, so it is meant to run where nobody waits for it, with
// a context that ends. Spans are sorted and cover the whole text. An unknown language, a text that is too
// long, or one for which the time was not enough has no colours.
func (p *Painter) Colour(ctx context.Context, w Wanted) []Span {
	name := languages[w.Lang]
	if name == "" || len(w.Text) > maxPainted {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	lexer := p.grammar(name)
	if lexer == nil {
		return nil
	}
	spans, at := make([]Span, 0, 64), 0
	for _, end := range append(slices.Clip(w.Cuts), len(w.Text)) {
		for _, s := range colours(ctx, lexer, w.Text[at:end]) {
			spans = append(spans, Span{s.Start + at, s.End + at, s.Style})
		}
		at = end
	}
	if ctx.Err() != nil {
		return nil
	}
	return fill(spans, len(w.Text))
}

func (p *Painter) grammar(name string) chroma.Lexer {
	if lexer, known := p.grammars[name]; known {
		return lexer
	}
	if p.grammars == nil {
		p.grammars = map[string]chroma.Lexer{}
	}
	p.grammars[name] = grammar(name)
	return p.grammars[name]
}

// colours gives the colours of one piece, where it has any, until the context ends. The library gives a
// single expression a quarter of a second at most.
func colours(ctx context.Context, lexer chroma.Lexer, text string) (spans []Span) {
	defer func() {
		// The library panics where a grammar does not fit a text. The text stays plain then.
		if recover() != nil {
			spans = nil
		}
	}()
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return nil
	}
	at := 0
	for t := next(); t != chroma.EOF && ctx.Err() == nil; t = next() {
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
	return spans
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
