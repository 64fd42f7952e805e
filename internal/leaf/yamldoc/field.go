package yamldoc

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// field is a field of a struct that a key can fill.
type field struct {
	name  string
	index []int
	rule  rule
}

// rule is what the tags of a field demand of its value, or of each element of a list or map.
type rule struct {
	oneOf []string // nil means any text
	min   *float64
}

// fieldsOf lists the fields of a struct in order. Those of embedded structs, and of fields tagged
// ",inline", stand beside the others.
func fieldsOf(t reflect.Type, prefix []int) []field {
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("yaml")
		name, options, _ := strings.Cut(tag, ",")
		index := append(slices.Clip(prefix), i)
		switch {
		case tag == "-" || !f.IsExported() && !f.Anonymous:
		case f.Type.Kind() == reflect.Struct && (options == "inline" || f.Anonymous && tag == ""):
			out = append(out, fieldsOf(f.Type, index)...)
		case f.IsExported():
			if name == "" {
				name = strings.ToLower(f.Name)
			}
			out = append(out, field{name: name, index: index, rule: ruleOf(f.Tag)})
		}
	}
	return out
}

func ruleOf(tag reflect.StructTag) rule {
	var r rule
	if words, ok := tag.Lookup("oneof"); ok {
		r.oneOf = strings.Split(words, "|")
	}
	if text, ok := tag.Lookup("min"); ok {
		if least, err := strconv.ParseFloat(text, 64); err == nil {
			r.min = &least
		}
	}
	return r
}
