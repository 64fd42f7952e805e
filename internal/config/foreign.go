package config

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// foreignName is the file in which a workspace names servers for any program, and foreignRoot the key
// that they stand under.
const (
	foreignName = ".mcp.json"
	foreignRoot = "mcpServers"
)

// foreignKeys maps what such a file says of a server to the keys of [Server]. What is not listed is
// passed over: other programs know keys that this one does not.
var foreignKeys = map[string]string{
	"type": "type", "command": "command", "args": "args", "env": "env", "cwd": "dir", "url": "url", "headers": "headers",
	"timeout": "callTimeout", "enabled": "enabled",
}

// readForeign reads the servers of .mcp.json. The file belongs to no one program, so whatever is wrong
// with it costs the entry or the file, and never the run.
func (l *loader) readForeign(root *os.Root) {
	path := filepath.Join(l.src.Workspace, foreignName)
	data, _, err := readFile(foreignName, root.Stat, root.Open)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.compare(foreignName, nil)
		return
	case err != nil && leavesRoot(root, foreignName):
		l.compare(foreignName, nil)
		l.note(OutsideLink, path, "is a link that leads out of the workspace, so it is not read")
		return
	}
	l.compare(foreignName, data)
	if err != nil {
		l.note(BadServer, path, "cannot be read: %s", reason(err))
		return
	}
	l.foreign = l.foreignServers(path, data)
}

// foreignServers gives the servers of such a file as a configuration would have them.
func (l *loader) foreignServers(path string, data []byte) *yamldoc.Node {
	out := yamldoc.NewMap(path)
	tree, err := yamldoc.Parse(path, data)
	if err != nil {
		for _, p := range problemsOf(err) {
			l.note(BadServer, placeOf(p), "%s; the file is left out", p.Message)
		}
		return out
	}
	servers := tree.Get(foreignRoot)
	if servers == nil || servers.Kind != yamldoc.Map {
		if tree.IsSet() {
			l.note(BadServer, tree.Source, "has no group %q, so there is no server in it", foreignRoot)
		}
		return out
	}
	for _, f := range servers.Fields {
		server := ownSpelling(f.Value)
		problems := serverProblems(f.Key, server)
		var scratch Server
		if err := server.Decode(&scratch); err != nil {
			problems = problemsOf(err)
		}
		switch {
		case len(problems) > 0:
			l.note(BadServer, placeOf(problems[0]), "the server %q is left out: %s", f.Key, problems[0].Message)
		case hasServer(out, f.Key):
			l.noteKey(BadServer, servers, f, "the server %q is left out: its tools would have the names of another's", f.Key)
		default:
			out.Fields = append(out.Fields, &yamldoc.Field{Key: f.Key, Line: f.Line, Value: server})
		}
	}
	return out
}

// ownSpelling gives a server with the keys of a configuration.
func ownSpelling(entry *yamldoc.Node) *yamldoc.Node {
	if entry.Kind != yamldoc.Map {
		return entry
	}
	out := &yamldoc.Node{Kind: yamldoc.Map, Source: entry.Source, Line: entry.Line}
	for _, f := range entry.Fields {
		if f.Key == "timeout" {
			inUnit(f.Value, "ms")
		}
		if f.Key == "disabled" && strings.EqualFold(f.Value.Text, "true") {
			out.Set(at(f.Value, "false"), "enabled")
		}
		if key, known := foreignKeys[f.Key]; known && f.Value.IsSet() {
			out.Set(f.Value, key)
		}
	}
	return out
}

// addForeign puts the servers of .mcp.json beside those of the configuration, which wins where both have
// one of a name. Like all servers of a workspace they wait for the user's trust.
func (l *loader) addForeign() {
	if l.foreign == nil {
		return
	}
	l.theirs[l.foreign.Source] = true
	for _, f := range l.foreign.Fields {
		switch {
		case hasServer(l.tree.Get("mcp", "servers"), f.Key):
		case !l.src.Trusted:
			l.hold(f, "mcp.servers."+f.Key, heldReasons["mcp"], false)
		default:
			l.tree.Set(f.Value, "mcp", "servers", f.Key)
		}
	}
}

// addGiven lays the servers that were given for this run over all others.
func (l *loader) addGiven() {
	if section := l.tree.Get("mcp"); l.src.OnlyServers && section.IsSet() {
		section.Delete("servers")
	}
	for _, file := range l.src.Servers {
		given := yamldoc.NewMap(file.Name)
		given.Set(l.foreignServers(file.Name, file.Data), "mcp", "servers")
		l.tree = merge(l.tree, given, "", false)
	}
}

// readVariables reads those variables from the .env file of the workspace that its servers ask for and
// nobody else sets. Keys of model services and the program's own variables are never taken from there.
// Where one decides what is started or asked, the file counts for the user's trust like the servers.
func (l *loader) readVariables(layers []layer) {
	free := l.freeVariables(layers)
	if len(free) == 0 {
		return
	}
	root, err := os.OpenRoot(l.src.Workspace)
	if err != nil {
		return // told when the files were read
	}
	defer func() { _ = root.Close() }() // it was for reading
	data, _, err := readFile(dotenvName, root.Stat, root.Open)
	if err != nil {
		data = nil
	}
	if slices.Contains(slices.Collect(maps.Values(free)), true) {
		l.compare(dotenvName, data)
	}
	values, _ := parseDotenv(data)
	l.theirEnv = map[string]string{}
	for name := range free {
		l.theirEnv[name] = values[name]
	}
}

// freeVariables gives the variables that servers of the workspace ask for and that its .env file may set,
// and of each whether it decides what is started or asked.
func (l *loader) freeVariables(layers []layer) map[string]bool {
	free := map[string]bool{}
	all := []*yamldoc.Node{l.foreign}
	for _, file := range layers {
		all = append(all, file.tree.Get("mcp", "servers"))
	}
	for _, servers := range all {
		if servers == nil {
			continue
		}
		for _, f := range servers.Fields {
			for _, name := range variablesIn(f.Value.Get("command"), f.Value.Get("args"), f.Value.Get("url")) {
				free[name] = true
			}
			for _, name := range variablesIn(f.Value.Get("env"), f.Value.Get("headers")) {
				if !free[name] {
					free[name] = false
				}
			}
		}
	}
	maps.DeleteFunc(free, func(name string, _ bool) bool {
		_, from := l.variable(name)
		return from != "" || strings.HasPrefix(name, "EIDOLON_") || l.isServiceKey(name)
	})
	return free
}

// isServiceKey says whether a variable holds the key of a model service.
func (l *loader) isServiceKey(name string) bool {
	return slices.ContainsFunc(vendors, func(v Vendor) bool { return slices.Contains(v.KeyEnvs, name) }) ||
		slices.ContainsFunc(endpointNodes(l.tree), func(n *yamldoc.Node) bool {
			own := n.Get("apiKeyEnv")
			return own.IsSet() && own.Text == name
		})
}

// variablesIn names the variables in the texts of the nodes.
func variablesIn(nodes ...*yamldoc.Node) []string {
	var names []string
	for _, n := range nodes {
		if n == nil {
			continue
		}
		_, _ = expandWith(n.Text, func(name string) (string, error) { // what is malformed is told elsewhere
			names = append(names, name)
			return "", nil
		})
		names = append(names, variablesIn(n.Items...)...)
		for _, f := range n.Fields {
			names = append(names, variablesIn(f.Value)...)
		}
	}
	return names
}
