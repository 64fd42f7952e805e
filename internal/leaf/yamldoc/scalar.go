package yamldoc

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// text hands a scalar to a type that reads itself. Its error is shown without the value, which may
// be a secret.
func (d *decoder) text(n *Node, path string, v reflect.Value) {
	if n.Kind != Scalar {
		d.mismatch(n, path, "a single value")
		return
	}
	if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(n.Text)); err != nil {
		d.report(n, "%s %v", path, err)
	}
}

func (d *decoder) scalar(n *Node, path string, v reflect.Value, r rule) {
	if v.Type() == reflect.TypeFor[time.Duration]() {
		d.duration(n, path, v, r)
		return
	}
	switch v.Kind() {
	case reflect.String:
		d.str(n, path, v, r)
	case reflect.Bool:
		b, ok := truth(n)
		if !ok {
			d.mismatch(n, path, "true or false")
			return
		}
		v.SetBool(b)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		i, ok := integer(n)
		if !ok || v.OverflowInt(i) {
			d.mismatch(n, path, "a whole number")
			return
		}
		if d.checkMin(n, path, float64(i), r) {
			v.SetInt(i)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		i, ok := integer(n)
		if !ok || i < 0 || v.OverflowUint(uint64(i)) {
			d.mismatch(n, path, "a whole number, not negative")
			return
		}
		v.SetUint(uint64(i))
	case reflect.Float32, reflect.Float64:
		f, ok := number(n)
		if !ok {
			d.mismatch(n, path, "a number")
			return
		}
		if d.checkMin(n, path, f, r) {
			v.SetFloat(f)
		}
	default:
		d.report(n, "%s cannot be read from a file", path)
	}
}

func (d *decoder) str(n *Node, path string, v reflect.Value, r rule) {
	if n.Kind != Scalar {
		d.mismatch(n, path, "text")
		return
	}
	if r.oneOf != nil && !slices.Contains(r.oneOf, n.Text) {
		hint := ""
		if near := nearest(n.Text, r.oneOf); near != "" {
			hint = fmt.Sprintf(" (did you mean %q?)", near)
		}
		d.report(n, "%s must be %s, not %s%s", path, orList(r.oneOf), quote(n.Text), hint)
		return
	}
	v.SetString(n.Text)
}

func (d *decoder) duration(n *Node, path string, v reflect.Value, r rule) {
	span, err := time.ParseDuration(n.Text)
	switch {
	case n.Kind != Scalar:
		d.mismatch(n, path, "a time span such as 10s or 2m")
	case err != nil && (n.Type == "int" || n.Type == "float"):
		d.report(n, "%s needs a unit: write %ss for seconds, or ms, m, h", path, n.Text)
	case err != nil:
		d.mismatch(n, path, "a time span such as 10s or 2m")
	case d.checkMin(n, path, span.Seconds(), r):
		v.SetInt(int64(span))
	}
}

func (d *decoder) checkMin(n *Node, path string, x float64, r rule) bool {
	if r.min == nil || x >= *r.min {
		return true
	}
	d.report(n, "%s must be at least %v, not %s", path, *r.min, quote(n.Text))
	return false
}

// truth reads a bool. The words of older YAML count as well, since people write them.
func truth(n *Node) (value, ok bool) {
	if n.Kind != Scalar {
		return false, false
	}
	switch strings.ToLower(n.Text) {
	case "true", "yes", "on":
		return true, true
	case "false", "no", "off":
		return false, true
	}
	return false, false
}

// integer reads a whole number, 1e6 and 0x10 included.
func integer(n *Node) (int64, bool) {
	if n.Kind != Scalar {
		return 0, false
	}
	if n.Type == "int" {
		i, err := strconv.ParseInt(strings.ReplaceAll(n.Text, "_", ""), 0, 64)
		return i, err == nil
	}
	const exact = 1 << 53 // above, a float is not one certain whole number
	f, ok := number(n)
	if !ok || f != math.Trunc(f) || math.Abs(f) > exact {
		return 0, false
	}
	return int64(f), true
}

func number(n *Node) (float64, bool) {
	if n.Kind != Scalar {
		return 0, false
	}
	switch n.Type {
	case "int":
		i, ok := integer(n)
		return float64(i), ok
	case "float":
		f, err := strconv.ParseFloat(strings.ReplaceAll(n.Text, "_", ""), 64)
		return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
	}
	return 0, false
}

// natural gives the plain Go value of a tree: nil, string, bool, int, float64, []any, map[string]any.
func natural(n *Node) any {
	switch n.Kind {
	case Null:
		return nil
	case List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = natural(item)
		}
		return out
	case Map:
		out := make(map[string]any, len(n.Fields))
		for _, f := range n.Fields {
			out[f.Key] = natural(f.Value)
		}
		return out
	case Scalar:
	}
	switch n.Type {
	case "bool":
		b, _ := truth(n)
		return b
	case "int":
		if i, ok := integer(n); ok {
			return int(i)
		}
	case "float":
		if f, ok := number(n); ok {
			return f
		}
	}
	return n.Text
}
