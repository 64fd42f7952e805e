package house

import (
	"path"
	"slices"
	"strings"
)

// libraryPage explains each library that we use.
const libraryPage = "docs/dependencies.md"

// home says which of our directories may import a library. A library with one home can be exchanged
// there.
type home struct {
	library string // prefix of import paths
	dirs    []string
}

// homes has every library of the program and of its tests.
var homes = []home{
	{"github.com/alecthomas/chroma", []string{"tui/view"}},
	{"github.com/anthropics/anthropic-sdk-go", []string{"internal/providers/anthropic", "internal/stubserver"}},
	{"github.com/asynkron/protoactor-go", []string{"actors/actorkit"}},
	{"github.com/aymanbagabas/go-osc52", []string{"tui/clipboard"}},
	{"github.com/bmatcuk/doublestar", []string{"internal/tools"}},
	{"github.com/creack/pty", []string{"cmd/eidolon", "internal/bench", "tui/ttyguard"}},
	{"github.com/gdamore/tcell", []string{"tui"}},
	{"github.com/go-git/go-git", []string{"internal/leaf/ignore"}},
	{"github.com/gofrs/flock", []string{"internal/login", "internal/store"}},
	{"github.com/google/go-cmp", []string{"."}},
	{"github.com/google/jsonschema-go", []string{"cmd/eidolon"}},
	{"github.com/google/uuid", []string{"internal/front/claude", "internal/store"}},
	{"github.com/modelcontextprotocol/go-sdk", []string{"internal/mcp"}},
	{"github.com/rivo/tview", []string{"tui"}},
	{"github.com/rivo/uniseg", []string{"internal/leaf/shot", "internal/leaf/width"}}, // a leaf imports no other
	{"github.com/rogpeppe/go-internal", []string{"cmd/eidolon"}},
	{"github.com/sahilm/fuzzy", []string{"internal/leaf/fuzzy"}},
	{"github.com/sashabaranov/go-openai", []string{"internal/providers/openai", "internal/providers/responses"}},
	{"github.com/spf13/cobra", []string{"cmd/eidolon"}},
	{"github.com/yuin/goldmark", []string{"tui/view"}},
	{"github.com/zalando/go-keyring", []string{"internal/login"}},
	{"go.opentelemetry.io/otel", []string{"internal/telemetry"}},
	{"go.opentelemetry.io/proto/otlp", []string{"internal/telemetry"}},
	{"go.uber.org/goleak", []string{"."}},
	{"golang.org/x/net", []string{"internal/web/markdown"}},
	{"golang.org/x/oauth2", []string{"internal/login"}},
	{"golang.org/x/sys", []string{"fslocal", "internal/bench", "internal/store", "tui/ttyguard", "tui/typeahead"}},
	{"golang.org/x/term", []string{"cmd/eidolon"}},
	{"golang.org/x/text", []string{"internal/web/charset"}},
	{"google.golang.org/protobuf", []string{"internal/telemetry"}},
	{"gopkg.in/yaml.v3", []string{"internal/leaf/yamldoc"}},
	{"modernc.org/sqlite", []string{"internal/index"}},
	{"mvdan.cc/sh", []string{"fslocal/guard"}},
	{"znkr.io/diff", []string{"internal/leaf/diff"}},
}

// inTests are the libraries that only tests import.
var inTests = []string{
	"github.com/google/go-cmp", "github.com/google/jsonschema-go",
	"github.com/rogpeppe/go-internal", "go.opentelemetry.io/proto/otlp", "go.uber.org/goleak", "golang.org/x/text", "google.golang.org/protobuf",
}

// libraries keeps each library in its home, and in the page that explains it.
func libraries() Rule {
	return Rule{
		Name: "libraries",
		Why:  "a library is used from one place, for a reason that is written down in " + libraryPage,
		Check: func(t *Tree) []Finding {
			page, err := t.text(libraryPage)
			if err != nil {
				return []Finding{missing(libraryPage, "cannot be read: %v", err)}
			}
			var all []Finding
			for _, f := range t.files {
				for name, spec := range f.imports() {
					if ours(name) || standard(name) {
						continue
					}
					if why := misplaced(f, name, page); why != "" {
						all = append(all, t.at(f, spec, "%s %s", name, why))
					}
				}
			}
			return all
		},
	}
}

// misplaced says what is wrong with importing a library in a file, or gives "".
func misplaced(f *file, name, page string) string {
	i := slices.IndexFunc(homes, func(h home) bool { return within(name, h.library) })
	switch {
	case i < 0:
		return "has no home: give it a row in internal/house/imports.go and a section in " + libraryPage
	case !strings.Contains(page, homes[i].library):
		return "is not explained in " + libraryPage
	case !f.test && slices.Contains(inTests, homes[i].library):
		return "is for tests"
	case !slices.ContainsFunc(homes[i].dirs, func(dir string) bool { return within(f.dir, dir) }):
		return "may be imported in " + strings.Join(homes[i].dirs, ", ") + " only"
	}
	return ""
}

// heavy are packages whose mere import costs every start of the program more than it may, and why.
var heavy = map[string]string{
	"github.com/alecthomas/chroma/v2/lexers": "5 ms at every start; embed the few lexers that are used",
	"github.com/alecthomas/chroma/v2/styles": "6 ms at every start; keep own colours",
	"github.com/charmbracelet/glamour":       "37 ms at every start; walk the syntax tree instead",
	"github.com/bytedance/sonic":             "3 ms at every start and 4 MiB; encoding/json is fast enough",
	"google.golang.org/genai":                "brings cloud login and gRPC along; the service speaks Chat Completions too",
	"github.com/openai/openai-go":            "18 MiB by its mere import",
}

// heavyLibraries refuses what would slow down every start.
func heavyLibraries() Rule {
	return Rule{
		Name: "heavy libraries",
		Why:  "what a package does before main is paid for by every --version",
		Check: func(t *Tree) []Finding {
			var all []Finding
			for _, f := range t.files {
				for name, spec := range f.imports() {
					for library, why := range heavy {
						if within(name, library) {
							all = append(all, t.at(f, spec, "%s costs %s", name, why))
						}
					}
				}
			}
			return all
		},
	}
}

// pure are the directories that import the standard library and, of ours, what is listed.
var pure = map[string][]string{
	"xnl":     {"xnl"},
	"fsapi":   {"fsapi"},
	"prompts": {"xnl"},
}

// standardOnly keeps the pure packages pure.
func standardOnly() Rule {
	return Rule{
		Name: "standard library only",
		Why:  "the language, the workspace's interfaces and the prompts must be usable by themselves",
		Check: func(t *Tree) []Finding {
			var all []Finding
			for dir, allowed := range pure {
				for _, f := range t.product(dir) {
					for name, spec := range f.imports() {
						if !standard(name) && !oursIn(name, allowed) {
							all = append(all, t.at(f, spec, "%s imports %s", dir, name))
						}
					}
				}
			}
			return all
		},
	}
}

// actorWords says which actors' words an actor may use: those of its children and of the services
// that it asks. All may use the ground.
var actorWords = map[string][]string{
	"":                {"guardian", "indexer", "mcphost", "routes", "session", "sessions", "stubmodel"}, // package actors itself
	"guardian":        {"indexer", "mcphost", "providers", "routes", "sessions", "slots", "stubmodel", "toolhost"},
	"sessions":        {"session"},
	"session":         {"dispatcher", "indexer", "journal", "renderer", "stream", "providers", "routes", "slots"},
	"stream":          {"foreign", "providers"},
	"dispatcher":      {"call", "routes", "slots", "toolhost"},
	"call":            {"toolhost"},
	"providers":       {"routes"},
	"mcphost":         {"routes", "toolhost"},
	"toolhost":        {},
	"foreign":         {},
	"indexer":         {},
	"journal":         {},
	"renderer":        {},
	"routes":          {},
	"slots":           {},
	"stubmodel":       {},
	"actorkit":        {},
	"event":           {},
	"model":           {},
	"model/modeltest": {},
	"tool":            {},
}

// ground is what every actor stands on.
var ground = []string{"actorkit", "event", "model", "tool"}

// actorImports keeps the arrows between actors pointing from parents to children.
func actorImports() Rule {
	return Rule{
		Name: "actor imports",
		Why:  "a parent imports its child's words and never the reverse; only services are known to all",
		Check: func(t *Tree) []Finding {
			var all []Finding
			for _, f := range t.product("actors") {
				who := strings.TrimPrefix(strings.TrimPrefix(f.dir, "actors"), "/")
				allowed, known := actorWords[who]
				if !known {
					all = append(all, missing(f.path, "say in internal/house/imports.go whose words %s may use", f.dir))
					continue
				}
				for name, spec := range f.imports() {
					whose, ok := strings.CutPrefix(name, module+"/actors/")
					if ok && !slices.Contains(allowed, whose) && !slices.Contains(ground, whose) {
						all = append(all, t.at(f, spec, "%s may not use the words of %s", f.dir, whose))
					}
				}
			}
			return all
		},
	}
}

// internalWords says which other packages of internal each one may import. All but leaf may import
// leaf.
var internalWords = map[string][]string{
	"adapter":      {"policy", "tools"}, // asks what the agent uses
	"agents":       {"mdfiles"},
	"app":          {"."},
	"bench":        {"index/corpus", "stubserver"},
	"caller":       {},
	"chat":         {"app", "commands", "config", "mdfiles", "policy", "private", "store", "threads"}, // opens sessions as a command does
	"checkpoint":   {"private"},
	"commands":     {"mdfiles"},
	"config":       {"models", "private"},                           // what a profile does not say of its model, and files for the user alone
	"contextfiles": {"agents", "commands", "mdfiles", "tools/walk"}, // what a prompt may name, and what git ignores
	"front":        {"front/exec", "front/news"},                    // how a prompt is run, and what is picked from a session's events
	"hooks":        {},
	"house":        {"house"},
	"index":        {"index", "store"}, // it follows from what the store keeps
	"leaf":         {},
	"login":        {"private"},
	"mdfiles":      {},
	"mcp":          {},
	"models":       {"models", "private", "providers"}, // a service is asked for its list as it is in a conversation
	"npmtest":      {},
	"policy":       {},
	"providers":    {"providers"},
	"screens":      {"front/demo", "stubserver"},
	"replay":       {}, // plays what it is given; app reads the log
	"private":      {},
	"recall":       {"index", "store", "transcript"}, // looks up kept sessions for the model
	"store":        {"private"},
	"stubserver":   {},
	"subagents":    {"agents", "front/news", "store"}, // who may do the work, and what of it is told
	"telemetry":    {},
	"threads":      {"checkpoint", "index", "store", "transcript"}, // what is done with kept sessions as such
	"tools":        {"tools"},
	"transcript":   {"store"},
	"web":          {"web"},
	"trust":        {"private", "store"}, // for files that are the user's alone, and a lock
	"wirelog":      {"private", "providers/wire"},
}

// internalImports keeps the packages of internal apart; app joins them.
func internalImports() Rule {
	return Rule{
		Name: "internal imports",
		Why:  "packages of internal know what they fulfil and not each other; app joins them",
		Check: func(t *Tree) []Finding {
			var all []Finding
			for _, f := range t.product("internal") {
				who, _, _ := strings.Cut(strings.TrimPrefix(f.dir, "internal/"), "/")
				allowed, known := internalWords[who]
				if !known {
					all = append(all, missing(f.path, "say in internal/house/imports.go what internal/%s may import", who))
					continue
				}
				for name, spec := range f.imports() {
					if !mayImport(who, name, allowed) {
						all = append(all, t.at(f, spec, "internal/%s may not import %s", who, name))
					}
				}
			}
			return all
		},
	}
}

func mayImport(who, name string, allowed []string) bool {
	if who == "leaf" {
		return !ours(name)
	}
	other, ok := strings.CutPrefix(name, module+"/internal/")
	return !ok || within(other, "leaf") || slices.ContainsFunc(allowed, func(dir string) bool { return within(other, dir) })
}

// ours says whether an import path is of this module.
func ours(name string) bool { return within(name, module) }

// oursIn says whether an import path is one of our directories or below it.
func oursIn(name string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return within(name, path.Join(module, dir)) })
}

// standard says whether an import path is of the standard library.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return first != module && !strings.Contains(first, ".")
}
