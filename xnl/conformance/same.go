package conformance

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
)

// same reports whether two JSON texts mean the same. The order of object members does not count,
// and numbers are compared by value.
func same(a, b []byte) bool {
	x, errX := decode(a)
	y, errY := decode(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}

func decode(src []byte) (any, error) {
	var v any
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	err := d.Decode(&v)
	return byValue(v), err
}

// byValue replaces the numbers in a JSON value: by an int64 where that is exact, else by a float64.
func byValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = byValue(v[key])
		}
	case []any:
		for i := range v {
			v[i] = byValue(v[i])
		}
	case json.Number:
		return number(string(v))
	}
	return v
}

func number(text string) any {
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return i
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	const exact = 1 << 53
	if i := int64(f); -exact < f && f < exact && float64(i) == f {
		return i // 1e3 means 1000
	}
	return f
}
