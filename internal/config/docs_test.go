package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"eidolon/internal/leaf/yamldoc"
)

// keyPaths lists the keys of a struct and of the structs in it.
func keyPaths(t reflect.Type, path string) []string {
	var out []string
	for f := range t.Fields() {
		tag := f.Tag.Get("yaml")
		key := strings.TrimPrefix(path+"."+tag, ".")
		switch {
		case tag == "" || tag == "-":
		case f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[Secret]():
			out = append(out, keyPaths(f.Type, key)...)
		default:
			out = append(out, key)
		}
	}
	return out
}

// The guide names every key and every vendor, its defaults are the defaults, and its examples are
// valid.
func TestGuide(t *testing.T) {
	data, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := string(data)
	cells := regexp.MustCompile("(?m)^\\| `([a-zA-Z.]+)` \\| `([^`]*)` \\|")
	profile, whole := yamldoc.NewMap("guide"), yamldoc.NewMap("guide")
	for _, m := range cells.FindAllStringSubmatch(guide, -1) {
		value, err := yamldoc.Parse("guide", []byte(m[2]))
		if err != nil {
			t.Fatal(err)
		}
		path := strings.Split(m[1], ".")
		tree := whole
		if len(path) == 1 && !slices.Contains(keyPaths(reflect.TypeFor[Config](), ""), m[1]) || path[0] == "timeouts" {
			tree = profile
		}
		tree.Set(value, path...)
	}
	var c Config
	var p, want Profile
	profile = only(profile, keyPaths(reflect.TypeFor[Profile](), ""))
	want.SetDefaults()
	if err := errors.Join(whole.Decode(&c), profile.Decode(&p)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), c, cmpopts.IgnoreUnexported(Config{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("other defaults in the guide:\n%s", diff)
	}
	if diff := cmp.Diff(want, p, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("other defaults of a profile in the guide:\n%s", diff)
	}
	keys := append(keyPaths(reflect.TypeFor[Config](), ""), keyPaths(reflect.TypeFor[Profile](), "")...)
	for _, key := range keys {
		if key != "providers" && !strings.Contains(guide, "`"+key+"`") {
			t.Errorf("the guide does not name %s", key)
		}
	}
	for _, v := range Vendors() {
		if len(v.KeyEnvs) == 0 {
			for _, word := range []string{v.Name, v.Model} {
				if word != "" && !strings.Contains(guide, "`"+word+"`") {
					t.Errorf("the guide does not name %s of %s", word, v.Name)
				}
			}
			continue
		}
		row := fmt.Sprintf("| `%s` | `%s` | `%s` |", v.Name, strings.Join(v.KeyEnvs, "`, `"), v.Model)
		if !strings.Contains(guide, row) {
			t.Errorf("the guide has no row %s", row)
		}
	}
	for i, block := range strings.Split(guide, "```yaml\n")[1:] {
		example, _, _ := strings.Cut(block, "```")
		w := newWorld(t)
		w.put(userYAML, example)
		if _, notices := w.load(); len(notices) > 0 {
			t.Errorf("example %d: %s", i, w.told(notices))
		}
	}
}

// only keeps the named keys of a map; the tables of vendors and variables look like those of keys.
func only(n *yamldoc.Node, keys []string) *yamldoc.Node {
	out := yamldoc.NewMap(n.Source)
	for _, key := range keys {
		path := strings.Split(key, ".")
		if value := n.Get(path...); value != nil {
			out.Set(value, path...)
		}
	}
	return out
}
