package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
	"eidolon/internal/models"
)

// loader carries what the steps of Load have found so far.
type loader struct {
	src      Sources
	tree     *yamldoc.Node      // everything merged so far
	registry *models.Registry   // of what is known about models
	vendors  vendorList         // as the user's files say
	services map[string]service // by profile
	dotenv   map[string]string
	foreign  *yamldoc.Node     // servers of .mcp.json, by name; nil without any
	theirEnv map[string]string // what the .env file of the workspace has for its servers
	prompts  map[string]string // texts of the system prompt files, by path
	theirs   map[string]bool   // files of the workspace, by path
	held     []Held
	notices  []Notice
	problems []yamldoc.Problem
}

// Load reads all sources. Mistakes in files are one error with all of them, a [*yamldoc.Error]; a
// model that does not exist is none, see [Choice.Problem].
func Load(src Sources) (Config, []Notice, error) {
	if src.Env == nil {
		src.Env = func(string) string { return "" }
	}
	l := &loader{
		src: src, tree: yamldoc.NewMap("default"), services: map[string]service{}, prompts: map[string]string{},
		theirs: map[string]bool{},
	}
	l.readDotenv()
	l.readModels()
	user := l.userLayers()
	project := l.projectLayers(user)
	for _, layer := range user {
		l.prepare(layer)
		l.expandPaths(layer.tree)
		l.placeCertificates(layer)
		l.promptFile(layer.tree, l.src.BaseDir)
		l.tree = merge(l.tree, layer.tree, "", false)
	}
	for _, layer := range project {
		l.theirs[layer.path] = true
		l.prepare(layer)
	}
	l.readVariables(project)
	for _, layer := range project {
		l.filterProject(layer.tree, l.offered())
		l.expandPaths(layer.tree)
		l.placeCertificates(layer)
		l.projectPrompt(layer.tree)
		l.tree = merge(l.tree, layer.tree, "", true)
	}
	l.addForeign()
	l.addGiven()
	l.override()
	if len(l.problems) > 0 {
		return Config{}, l.notices, &yamldoc.Error{Problems: l.problems}
	}
	c := l.build()
	if len(l.problems) > 0 {
		return Config{}, l.notices, &yamldoc.Error{Problems: l.problems}
	}
	return c, l.notices, nil
}

// Check loads the sources and gives what is wrong with them, the choice of a model included.
func Check(src Sources) ([]yamldoc.Problem, []Notice) {
	c, notices, err := Load(src)
	notices = append(notices, checkModels(src, notices)...)
	var unknown *UnknownModelError
	switch {
	case err != nil:
		return problemsOf(err), notices
	case errors.As(c.Choice.Problem, &unknown):
		return []yamldoc.Problem{unknown.problem()}, notices
	}
	return nil, notices
}

// prepare brings the tree of a file to the present spelling and checks it against the schema.
func (l *loader) prepare(file layer) {
	l.modernise(file.tree)
	scratch := Default()
	if err := file.tree.Decode(&scratch); err != nil {
		l.problem(problemsOf(err)...)
	}
	l.checkProfiles(file)
	l.checkEndpoints(file)
	l.checkLogins(file.tree.Get("logins"))
	l.checkWeb(file.tree.Get("web"))
	l.checkServers(file)
	l.checkHooks(file.tree.Get("hooks"))
	l.checkShell(file)
	l.checkLanguage(file.tree.Get("language"))
}

// checkProfiles demands a name of each profile in a file, each name once, and warns of keys that
// others can read.
func (l *loader) checkProfiles(file layer) {
	profiles := file.tree.Get("models", "profiles")
	if profiles == nil {
		return
	}
	first := map[string]*yamldoc.Node{}
	for _, profile := range profiles.Items {
		if profile.Kind != yamldoc.Map {
			continue // reported by the schema
		}
		name := nameOf(profile)
		switch other := first[name]; {
		case name == "":
			l.problem(profile.Problem("a profile needs a name"))
		case other != nil:
			l.problem(profile.Problem("a second profile named %q; the first is in line %d", name, other.Line))
		}
		first[name] = profile
		if key := profile.Get("apiKey"); hasText(key) && file.loose {
			l.note(ReadableKey, key.Where(), "holds a key, and the file can be read by others on this computer; "+
				"run: chmod 600 %s, or name a variable in apiKeyEnv instead", file.path)
		}
	}
}

// offered are the names of the user's profiles, of which a workspace may choose one.
func (l *loader) offered() []string {
	l.knowVendors(l.tree)
	profiles, _ := l.allProfiles(l.tree)
	var names []string
	for _, profile := range profiles.Items {
		names = append(names, nameOf(profile))
	}
	return names
}

// override lays the environment, then the flags, over what the files say. An empty name of a model
// is none; a system prompt given by a flag, even an empty one, clears the file as well.
func (l *loader) override() {
	if model := l.src.Env("EIDOLON_MODEL"); model != "" {
		l.set(yamldoc.NewScalar("environment EIDOLON_MODEL", model), "models.active")
	}
	for _, flag := range l.src.Flags {
		if flag.Key == "models.active" && flag.Value == "" {
			continue
		}
		l.set(yamldoc.NewScalar(flag.Name, flag.Value), flag.Key)
		switch flag.Key {
		case "agent.systemPrompt":
			l.tree.Get("agent").Delete("systemPromptFile")
		case "agent.systemPromptFile":
			l.promptFile(l.tree, l.src.Workspace)
		}
	}
}

func (l *loader) set(value *yamldoc.Node, key string) {
	if !l.tree.Set(value, strings.Split(key, ".")...) {
		l.problem(value.Problem("%s cannot be set", key))
	}
}

// problem adds what is not known yet: a bad variable shows in each profile that it is used for.
func (l *loader) problem(problems ...yamldoc.Problem) {
	for _, p := range problems {
		if !slices.Contains(l.problems, p) {
			l.problems = append(l.problems, p)
		}
	}
}

func (l *loader) note(code Code, where, format string, args ...any) {
	l.notices = append(l.notices, Notice{Code: code, Where: where, Message: fmt.Sprintf(format, args...)})
}

// noteKey is note at the key of a field in n.
func (l *loader) noteKey(code Code, n *yamldoc.Node, f *yamldoc.Field, format string, args ...any) {
	where := yamldoc.Node{Source: n.Source, Line: f.Line}
	l.note(code, where.Where(), format, args...)
}
