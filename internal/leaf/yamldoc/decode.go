package yamldoc

import (
	"encoding"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Decode reads one YAML or JSON document into what into points to, strictly. The name, usually the
// path of the file, begins every problem. The error is an [*Error].
func Decode(name string, data []byte, into any) error {
	root, err := Parse(name, data)
	if err != nil {
		return err
	}
	return root.Decode(into)
}

// Decode fills what into points to from the tree, strictly. The error is an [*Error]; what could be
// decoded beside the problems has been.
func (n *Node) Decode(into any) error {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return fmt.Errorf("yamldoc: cannot decode into %T, a pointer is needed", into)
	}
	d := decoder{}
	d.value(n, "", v.Elem(), rule{})
	return asError(d.problems)
}

// defaulter is implemented by elements of lists and maps that do not begin as zero values.
type defaulter interface{ SetDefaults() }

var (
	nodeType      = reflect.TypeFor[Node]()
	textType      = reflect.TypeFor[encoding.TextUnmarshaler]()
	defaulterType = reflect.TypeFor[defaulter]()
)

type decoder struct{ problems []Problem }

func (d *decoder) report(n *Node, format string, args ...any) {
	if len(d.problems) < maxProblems {
		d.problems = append(d.problems, n.Problem(format, args...))
	}
}

// mismatch reports that the value at path is not what the field holds.
func (d *decoder) mismatch(n *Node, path, want string) {
	if path == "" {
		path = "the document"
	}
	d.report(n, "%s must be %s, not %s", path, want, n.describe())
}

func (d *decoder) value(n *Node, path string, v reflect.Value, r rule) {
	switch {
	case v.Type() == nodeType:
		v.Set(reflect.ValueOf(*n))
		return
	case n.Kind == Null:
		return
	case v.CanAddr() && v.Addr().Type().Implements(textType):
		d.text(n, path, v)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(newValue(v.Type().Elem()))
		}
		d.value(n, path, v.Elem(), r)
	case reflect.Interface:
		if v.NumMethod() != 0 {
			d.report(n, "%s cannot be read from a file", path)
			return
		}
		if x := natural(n); x != nil {
			v.Set(reflect.ValueOf(x))
		}
	case reflect.Struct:
		d.structure(n, path, v)
	case reflect.Map:
		d.mapping(n, path, v, r)
	case reflect.Slice:
		d.list(n, path, v, r)
	default:
		d.scalar(n, path, v, r)
	}
}

func (d *decoder) structure(n *Node, path string, v reflect.Value) {
	if n.Kind != Map {
		d.mismatch(n, path, "a group of keys")
		return
	}
	fields := fieldsOf(v.Type(), nil)
	for _, f := range n.Fields {
		i := slices.IndexFunc(fields, func(x field) bool { return x.name == f.Key })
		if i < 0 {
			d.unknownKey(n, path, f, fields)
			continue
		}
		d.value(f.Value, join(path, f.Key), v.FieldByIndex(fields[i].index), fields[i].rule)
	}
}

func (d *decoder) unknownKey(n *Node, path string, f *Field, fields []field) {
	known := make([]string, len(fields))
	for i, x := range fields {
		known[i] = x.name
	}
	hint := ""
	switch near := nearest(f.Key, known); {
	case near != "":
		hint = fmt.Sprintf(" (did you mean %q?)", near)
	case path == "":
		hint = " (known here: " + strings.Join(known, ", ") + ")"
	default:
		hint = fmt.Sprintf(" in %s (known there: %s)", path, strings.Join(known, ", "))
	}
	d.report(&Node{Source: n.Source, Line: f.Line}, "unknown key %s%s", quote(f.Key), hint)
}

func (d *decoder) mapping(n *Node, path string, v reflect.Value, r rule) {
	if n.Kind != Map || v.Type().Key().Kind() != reflect.String {
		d.mismatch(n, path, "a group of keys")
		return
	}
	out := reflect.MakeMapWithSize(v.Type(), len(n.Fields))
	for _, f := range n.Fields {
		element := newValue(v.Type().Elem()).Elem()
		d.value(f.Value, join(path, f.Key), element, r)
		out.SetMapIndex(reflect.ValueOf(f.Key).Convert(v.Type().Key()), element)
	}
	v.Set(out)
}

func (d *decoder) list(n *Node, path string, v reflect.Value, r rule) {
	if n.Kind != List {
		d.mismatch(n, path, "a list")
		return
	}
	out := reflect.MakeSlice(v.Type(), 0, len(n.Items))
	for i, item := range n.Items {
		element, at := newValue(v.Type().Elem()).Elem(), fmt.Sprintf("%s[%d]", path, i)
		if item.Kind == Null && element.Kind() != reflect.Interface && element.Kind() != reflect.Pointer {
			d.report(item, "%s is empty", at)
			continue
		}
		d.value(item, at, element, r)
		out = reflect.Append(out, element)
	}
	v.Set(out)
}

// newValue makes a pointer to a new value of the type with its defaults set.
func newValue(t reflect.Type) reflect.Value {
	v := reflect.New(t)
	if v.Type().Implements(defaulterType) {
		v.Interface().(defaulter).SetDefaults()
	}
	return v
}

// join appends a key to a path. A key that is not a plain word is quoted: it may come from a map
// whose keys are free, and then hold anything.
func join(path, key string) string {
	if !plainKey.MatchString(key) {
		key = quote(key)
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

var plainKey = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)
