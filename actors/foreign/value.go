package foreign

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// value is a JSON object. It is checked as it comes, so that text which only begins like one is held back
// no longer than needed.
type value struct {
	from  int    // where in what is held it begins
	open  []byte // the brackets that are open
	state state
	key   bool // the string that is read is a key
	hex   int  // digits of an escape that are still to come
	token int  // where in what is held a key, a number or a word begins

	members []string // the keys that the object itself may have; nil for any
}

// aCall is an object that has name and input of a call in it. One with anything else is none, which shows at
// the first key as a rule.
func aCall() *value { return &value{members: callMembers} }

// state is what may come next.
type state int

const (
	nothing    state = iota // the object has not begun
	keyOrEnd                // after {
	key                     // after a comma in an object
	colon                   // after a key
	member                  // a value
	valueOrEnd              // after [
	after                   // after a value
	inString
	inEscape
	inToken // a number, true, false or null
)

// maxDepth is how deep objects and lists may be nested, as in XNL.
const maxDepth = 64

func (v *value) feed(s *Scanner, c byte) verdict {
	switch {
	case v.state == nothing:
		v.from = len(s.held) - 1
		if c != '{' {
			return no
		}
		return v.begin(c)
	case v.state == inString:
		return v.inString(s, c)
	case v.state == inEscape:
		return v.inEscape(c)
	case v.state == inToken && strings.IndexByte("+-.eEtrufalsn", c) < 0 && (c < '0' || c > '9'):
		if !json.Valid(s.held[v.token : len(s.held)-1]) {
			return no
		}
		v.state = after
	case v.state == inToken:
		return more
	}
	if isBlank(c) {
		return more
	}
	return v.structure(s, c)
}

// structure takes a byte between strings, numbers and words.
func (v *value) structure(s *Scanner, c byte) verdict {
	wants := v.state == member || v.state == valueOrEnd
	switch {
	case c == '"' && (wants || v.state == key || v.state == keyOrEnd):
		v.key, v.state, v.token = !wants, inString, len(s.held)
	case c == ':' && v.state == colon:
		v.state = member
	case c == ',' && v.state == after:
		v.state = member
		if v.top() == '{' {
			v.state = key
		}
	case (c == '{' || c == '[') && wants:
		return v.begin(c)
	case c == '}' && v.top() == '{' && (v.state == after || v.state == keyOrEnd),
		c == ']' && v.top() == '[' && (v.state == after || v.state == valueOrEnd):
		return v.end(s)
	case wants && (c == '-' || c >= '0' && c <= '9' || c == 't' || c == 'f' || c == 'n'):
		v.state, v.token = inToken, len(s.held)-1
	default:
		return no
	}
	return more
}

func (v *value) top() byte { return v.open[len(v.open)-1] }

func (v *value) begin(c byte) verdict {
	if len(v.open) == maxDepth {
		return no
	}
	v.open = append(v.open, c)
	v.state = keyOrEnd
	if c == '[' {
		v.state = valueOrEnd
	}
	return more
}

func (v *value) end(s *Scanner) verdict {
	v.open, v.state = v.open[:len(v.open)-1], after
	if len(v.open) > 0 {
		return more
	}
	s.found.value = bytes.Clone(s.held[v.from:])
	return done
}

func (v *value) inString(s *Scanner, c byte) verdict {
	switch {
	case c == '"' && v.key && len(v.open) == 1 && v.members != nil && !slices.Contains(v.members, string(s.held[v.token:len(s.held)-1])):
		return no
	case c == '"' && v.key:
		v.state = colon
	case c == '"':
		v.state = after
	case c == '\\':
		v.state, v.hex = inEscape, 0
	case c < ' ':
		return no
	}
	return more
}

func (v *value) inEscape(c byte) verdict {
	switch {
	case v.hex > 0 && strings.IndexByte("0123456789abcdefABCDEF", c) >= 0:
		if v.hex--; v.hex == 0 {
			v.state = inString
		}
	case v.hex == 0 && c == 'u':
		v.hex = 4
	case v.hex == 0 && strings.IndexByte(`"\/bfnrt`, c) >= 0:
		v.state = inString
	default:
		return no
	}
	return more
}

func (*value) atEnd() bool { return false }
