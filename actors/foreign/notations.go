package foreign

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"eidolon/actors/tool"
)

// opening decides by a tag at the beginning of a line, or one with a bar anywhere, which notation follows.
func opening(s *Scanner, text string) bool {
	prefix, word := divide(text)
	switch {
	case text == "tool_call":
		s.expect(blanks{}, choice{
			object: []step{aCall(), blanks{}, exactly("</tool_call>"), action(objectCall)},
			tag: func(s *Scanner, text string) bool {
				return function(s, text, blanks{}, exactly("</tool_call>"))
			},
		})
	case strings.HasPrefix(text, "function="):
		return function(s, text)
	case word == "function_calls":
		s.expect(blanks{}, &tag{decide: invocations(prefix, true)})
	case strings.HasPrefix(word, "invoke "):
		return invocations(prefix, false)(s, text)
	case text == "｜tool▁calls▁begin｜":
		s.expect(blanks{}, &tag{decide: sections})
	default:
		return named(s, text)
	}
	return true
}

// named is the notation of a tag with the name of a tool, with an object in it.
func named(s *Scanner, text string) bool {
	if _, known := s.tool(text); !known {
		return false
	}
	s.found.name = text
	s.expect(blanks{}, &value{}, blanks{}, exactly("</"+text+">"), action(namedCall))
	return true
}

// function is the notation with <function=NAME>, with an object or with parameters in it, and then what
// comes behind it.
func function(s *Scanner, text string, behind ...step) bool {
	name, ok := strings.CutPrefix(text, "function=")
	if !ok || name == "" {
		return false
	}
	s.found.name = strings.TrimSpace(name)
	var parameters func(s *Scanner, text string) bool
	parameters = func(s *Scanner, text string) bool {
		if text == "/function" {
			s.expect(append(slices.Clone(behind), action(paramCall))...)
			return true
		}
		name, ok := strings.CutPrefix(text, "parameter=")
		take := func(s *Scanner, text string) bool { // the text stands on lines of its own
			text = strings.TrimSuffix(strings.TrimPrefix(text, "\n"), "\n")
			s.found.params = append(s.found.params, param{strings.TrimSpace(name), text})
			return true
		}
		s.expect(&upTo{closer: "</parameter>", take: take}, blanks{}, &tag{decide: parameters})
		return ok
	}
	object := append([]step{&value{}, blanks{}, exactly("</function>")}, behind...)
	s.expect(blanks{}, choice{object: append(object, action(namedCall)), tag: parameters})
	return true
}

// invocations is the notation with <invoke name="NAME">. In a list there may be several, and it has an end.
func invocations(prefix string, list bool) func(s *Scanner, text string) bool {
	var next, parameters func(s *Scanner, text string) bool
	parameters = func(s *Scanner, text string) bool {
		if text == "/"+prefix+"invoke" {
			then := []step{action(paramCall)}
			if list {
				then = append(then, blanks{}, &tag{decide: next})
			}
			s.expect(then...)
			return true
		}
		name, ok := attribute(text, prefix+"parameter ")
		take := func(s *Scanner, text string) bool {
			s.found.params = append(s.found.params, param{name, text})
			return true
		}
		s.expect(&upTo{closer: "</" + prefix + "parameter>", take: take}, blanks{}, &tag{decide: parameters})
		return ok
	}
	next = func(s *Scanner, text string) bool {
		if list && text == "/"+prefix+"function_calls" {
			return true
		}
		name, ok := attribute(text, prefix+"invoke ")
		s.found.name = name
		s.expect(blanks{}, &tag{decide: parameters})
		return ok
	}
	return next
}

// divide gives the prefix that models put before their tags, and the rest.
func divide(text string) (prefix, word string) {
	for _, prefix := range []string{"antml:", "｜DSML｜"} {
		if word, ok := strings.CutPrefix(text, prefix); ok {
			return prefix, word
		}
	}
	return "", text
}

// attribute gives the name that a tag has as its first attribute.
func attribute(text, begin string) (string, bool) {
	rest, ok := strings.CutPrefix(text, begin+`name="`)
	name, _, closed := strings.Cut(rest, `"`)
	return name, ok && closed && name != ""
}

// sections is the notation of DeepSeek, a list with words of its own. The name stands before the input, in
// older models on a line of its own, with the input in a fence.
func sections(s *Scanner, text string) bool {
	switch text {
	case "｜tool▁calls▁end｜":
		return true
	case "｜tool▁call▁begin｜":
	default:
		return false
	}
	input := []step{blanks{}, &value{}, blanks{}}
	rest := []step{exactly("<｜tool▁call▁end｜>"), action(namedCall), blanks{}, &tag{decide: sections}}
	fenced := func(s *Scanner, name string) bool {
		s.found.name = strings.TrimSpace(name)
		s.expect(slices.Concat(input, []step{exactly("```"), blanks{}}, rest)...)
		return true
	}
	head := func(s *Scanner, text string) bool {
		if s.found.name = strings.TrimSpace(text); s.found.name == "function" {
			s.expect(&upTo{closer: "```json", take: fenced})
			return true
		}
		s.expect(slices.Concat(input, rest)...)
		return true
	}
	s.expect(&upTo{closer: "<｜tool▁sep｜>", take: head})
	return true
}

// objectCall is the call of an object that has the name and the input in it.
func objectCall(s *Scanner) bool {
	name, input := readObject(s.found.value)
	return name != "" && s.call(name, input)
}

// namedCall is the call of a name and an object.
func namedCall(s *Scanner) bool { return s.call(s.found.name, s.found.value) }

// paramCall is the call of a name and parameters.
func paramCall(s *Scanner) bool {
	spec, known := s.tool(strings.TrimPrefix(s.found.name, "functions."))
	return known && s.call(s.found.name, object(spec, s.found.params))
}

// object makes the input of parameters that came as text. Lists and objects are JSON; numbers and the like
// are understood by the tool as text.
func object(spec tool.Spec, params []param) json.RawMessage {
	input := []byte{'{'}
	for i, p := range params {
		if i > 0 {
			input = append(input, ',')
		}
		input = append(append(input, quoted(p.name)...), ':')
		if isJSON(spec, p.name) && json.Valid([]byte(p.text)) {
			input = append(input, strings.TrimSpace(p.text)...)
		} else {
			input = append(input, quoted(p.text)...)
		}
	}
	return append(input, '}')
}

func isJSON(spec tool.Spec, name string) bool {
	return slices.ContainsFunc(spec.Params, func(p tool.Param) bool {
		return p.Name == name && (p.Type == tool.Array || p.Type == tool.Object)
	})
}

// quoted gives a text as JSON.
func quoted(text string) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // a string always has a JSON form
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
