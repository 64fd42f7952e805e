package xnl

import (
	"bytes"
	"math"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads the JavaScript form of a call,
//
//	await SysBuiltIn.read_file({ path: "x", startLine: 1 });
//
// as data. Nothing is evaluated: what is not a literal is refused, and the only operator is the '+'
// between strings. It is a recursive-descent reader over a complete body, with the nesting limit of
// the notation.

// JSCall is a call read from its JavaScript form.
type JSCall struct {
	Name    string // dotted
	Args    *Map
	Notices []Code // one JS_MISSING_COMMA for each comma that was missing
}

// ReadJSCall reads one call expression whose only argument, if any, is an object literal. Errors are
// a *SyntaxError with the code JS_SYNTAX, JS_NOT_LITERAL, BAD_ARGS, MULTIPLE_CALLS or
// LIMIT_EXCEEDED.
func ReadJSCall(src []byte) (JSCall, error) {
	r := jsReader{src: src}
	c := r.call()
	if r.err != nil {
		return JSCall{}, r.err.locate(src)
	}
	return c, nil
}

// jsReader reads src from i on. Once err is set, what methods return is of no use and callers return
// at once.
type jsReader struct {
	src     []byte
	i       int
	depth   int
	err     *SyntaxError
	notices []Code
}

func (r *jsReader) fail(code Code, at int, msg string) {
	if r.err == nil {
		r.err = &SyntaxError{Code: code, Offset: at, Msg: msg, atEnd: code == JSSyntax && at == len(r.src)}
	}
}

// peek returns the next byte, 0 at the end.
func (r *jsReader) peek() byte { return r.at(0) }

func (r *jsReader) at(n int) byte {
	if r.i+n >= len(r.src) {
		return 0
	}
	return r.src[r.i+n]
}

// unexpected fails at the present place, where something was expected that did not come.
func (r *jsReader) unexpected(expected string) {
	switch {
	case r.i >= len(r.src):
		r.fail(JSSyntax, len(r.src), "the call is cut off; expected "+expected)
	case r.startsExpression():
		r.fail(JSNotLiteral, r.i, "only literals can be read; expected "+expected)
	default:
		r.fail(JSSyntax, r.i, "expected "+expected)
	}
}

// notAfterValue fails at what follows a value and is not what should.
func (r *jsReader) notAfterValue(expected string) {
	if r.operator() {
		r.fail(JSNotLiteral, r.i, "an operator cannot be evaluated; expected "+expected)
		return
	}
	r.fail(JSSyntax, r.i, "expected "+expected)
}

// operator reports whether an operator stands here that can follow a value.
func (r *jsReader) operator() bool {
	switch c := r.peek(); c {
	case '+', '-', '*', '/', '%', '&', '|', '^', '?', '<', '>', '=', '.', '[', '(', '`', ',':
		return true
	case '!':
		return r.at(1) == '='
	default:
		word := r.wordHere()
		return word == "in" || word == "instanceof"
	}
}

// startsExpression reports whether a JavaScript expression could begin here.
func (r *jsReader) startsExpression() bool {
	switch c := r.peek(); c {
	case '"', '\'', '`', '{', '[', '(', '+', '-', '!', '~', '/':
		return true
	case '.':
		return is(r.at(1), classDigit) || r.at(1) == '.'
	default:
		return is(c, classDigit) || r.wordHere() != ""
	}
}

// call reads the whole body.
func (r *jsReader) call() JSCall {
	r.skip()
	r.await()
	name := r.callee()
	if r.err != nil {
		return JSCall{}
	}
	if r.peek() != '(' {
		if r.peek() == ';' {
			r.fail(JSNotLiteral, r.i, "a statement that is no call; expected '('")
		}
		r.notAfterValue("'('")
		return JSCall{}
	}
	r.i++
	args := r.arguments()
	if r.err == nil {
		r.end()
	}
	return JSCall{Name: name, Args: args, Notices: r.notices}
}

// await skips the word await before a call.
func (r *jsReader) await() {
	const word = "await"
	if r.wordHere() != word {
		return
	}
	start := r.i
	r.i += len(word)
	r.skip()
	if r.wordHere() == "" {
		r.i = start
	}
}

// jsReserved reports whether a word begins something other than a call of a tool.
func jsReserved(word string) bool {
	switch word {
	case "async", "break", "case", "class", "const", "continue", "debugger", "delete", "do", "else",
		"export", "false", "for", "function", "if", "import", "let", "new", "null", "return", "super",
		"switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield":
		return true
	}
	return false
}

// callee reads the dotted name of the tool and the white space after it.
func (r *jsReader) callee() string {
	first := r.wordHere()
	switch {
	case first == "" && r.peek() == ';':
		r.fail(JSNotLiteral, r.i, "an empty statement; expected a call")
	case first == "":
		r.unexpected("the name of a tool")
	case jsReserved(first):
		r.fail(JSNotLiteral, r.i, first+" begins no call of a tool")
	}
	name := []byte(first)
	r.i += len(first)
	r.skip()
	for r.err == nil && r.peek() == '.' {
		r.i++
		r.skip()
		part := r.wordHere()
		if part == "" {
			r.fail(JSSyntax, r.i, "expected a name after the dot")
		}
		name = append(append(name, '.'), part...)
		r.i += len(part)
		r.skip()
	}
	return string(name)
}

// arguments reads what stands after '(' up to and including ')'.
func (r *jsReader) arguments() *Map {
	r.skip()
	if r.peek() == ')' {
		r.i++
		return &Map{}
	}
	start := r.i
	v := r.value()
	if r.err != nil {
		return nil
	}
	args, ok := v.(*Map)
	if !ok {
		r.fail(BadArgs, start, "the argument has to be an object")
		return nil
	}
	r.skip()
	if r.peek() == ',' {
		r.i++
		r.skip()
		if r.startsExpression() {
			r.fail(BadArgs, r.i, "a call takes one object and no second argument")
		}
	}
	switch {
	case r.err != nil:
	case r.peek() == ')':
		r.i++
	default:
		r.notAfterValue("')'")
	}
	return args
}

// end checks that nothing follows the call.
func (r *jsReader) end() {
	apart := r.skip() // from what follows
	if r.peek() == ';' {
		apart = true
		r.i++
		r.skip()
	} else if r.i < len(r.src) && r.operator() {
		r.notAfterValue("the end of the call")
	}
	if r.err != nil || r.i == len(r.src) {
		return
	}
	start := r.i
	if word := r.wordHere(); word != "" && !jsReserved(word) && r.isCall() {
		r.fail(MultipleCalls, start, "a second call; give each call its own element")
		return
	}
	r.i = start
	if apart && (r.peek() == ';' || r.startsExpression()) {
		r.fail(JSNotLiteral, start, "a statement after the call; expected its end")
	}
	r.fail(JSSyntax, start, "expected the end of the call")
}

// isCall reports whether a dotted name and '(' stand here.
func (r *jsReader) isCall() bool {
	r.await()
	for {
		word := r.wordHere()
		r.i += len(word)
		r.skip()
		if word == "" || r.peek() != '.' {
			return word != "" && r.peek() == '('
		}
		r.i++
		r.skip()
	}
}

// value reads a value, nil for undefined. Strings joined by '+' are one.
func (r *jsReader) value() Node {
	v := r.primary()
	first, ok := v.(String)
	if !ok || r.err != nil {
		return v
	}
	var joined []byte
	for {
		end := r.i
		r.skip()
		if r.peek() != '+' || r.err != nil {
			r.i = end // the caller wants to see the line breaks here
			break
		}
		if joined == nil {
			joined = append(joined, first...)
		}
		r.i++
		r.skip()
		start := r.i
		next, ok := r.primary().(String)
		if r.err != nil {
			return nil
		}
		if !ok {
			r.fail(JSNotLiteral, start, "only strings can be joined with '+'")
			return nil
		}
		joined = append(joined, next...)
	}
	if joined != nil {
		return String(joined)
	}
	return first
}

// primary reads one literal.
func (r *jsReader) primary() Node {
	switch c := r.peek(); {
	case c == '"' || c == '\'':
		return r.str(c)
	case c == '`':
		return r.template()
	case c == '{' || c == '[' || c == '(':
		return r.nested(c)
	case is(c, classDigit), c == '.' && is(r.at(1), classDigit):
		return r.number(false)
	case c == '+' || c == '-':
		return r.signed()
	}
	word := r.wordHere()
	switch word {
	case "true", "false":
		r.i += len(word)
		return Bool(word == "true")
	case "null":
		r.i += len(word)
		return Null{}
	case "undefined":
		r.i += len(word)
		return nil
	}
	r.unexpected("a value")
	return nil
}

// nested reads an object, an array or a value in parentheses.
func (r *jsReader) nested(open byte) Node {
	if r.depth >= maxDepth {
		r.fail(LimitExceeded, r.i, tooDeep)
		return nil
	}
	r.depth++
	r.i++
	var v Node
	switch open {
	case '{':
		v = r.object()
	case '[':
		v = r.array()
	default:
		v = r.parenthesised()
	}
	r.depth--
	return v
}

func (r *jsReader) parenthesised() Node {
	open := r.i - 1
	r.skip()
	if r.peek() == ')' {
		r.fail(JSNotLiteral, open, "a function cannot be read")
		return nil
	}
	v := r.value()
	r.skip()
	switch {
	case r.err != nil:
	case r.peek() == ')':
		r.i++
	default:
		r.notAfterValue("')'")
	}
	return v
}

func (r *jsReader) array() Node {
	a := Array{}
	for {
		r.skip()
		switch {
		case r.err != nil:
			return nil
		case r.peek() == ']':
			r.i++
			return a
		case r.peek() == ',':
			r.fail(JSNotLiteral, r.i, "an array cannot have holes")
			return nil
		}
		v := r.value()
		if v == nil {
			v = Null{} // undefined
		}
		a = append(a, v)
		r.skip()
		switch {
		case r.err != nil:
			return nil
		case r.peek() == ',':
			r.i++
		case r.peek() != ']':
			r.notAfterValue("',' or ']'")
			return nil
		}
	}
}

func (r *jsReader) object() Node {
	m := &Map{}
	for r.err == nil {
		r.skip()
		if r.peek() == '}' {
			r.i++
			m.dropNil() // of keys that were given undefined
			return m
		}
		key := r.key()
		r.skip()
		if r.err != nil {
			break
		}
		m.Set(key, r.value())
		r.afterPair()
	}
	return nil
}

// afterPair reads the comma after a pair. It may be missing before a line break.
func (r *jsReader) afterPair() {
	if r.err != nil {
		return
	}
	newLine := r.skip()
	c := r.peek()
	switch {
	case r.err != nil || c == '}':
	case c == ',':
		r.i++
	case newLine && (c == '"' || c == '\'' || is(c, classDigit) || r.wordHere() != ""):
		r.notices = append(r.notices, JSMissingComma)
	default:
		r.notAfterValue("',' or '}'")
	}
}

// key reads a key and its colon.
func (r *jsReader) key() string {
	start := r.i
	c := r.peek()
	word := r.wordHere()
	var key string
	switch {
	case word != "":
		key = word
		r.i += len(word)
	case c == '"' || c == '\'':
		key = string(r.str(c))
	case is(c, classDigit), c == '.' && is(r.at(1), classDigit):
		key = jsNumberKey(r.number(false))
	case c == '[' || c == '*' || c == '.' && r.at(1) == '.':
		r.fail(JSNotLiteral, start, "a key has to be written out")
	default:
		r.fail(JSSyntax, start, "expected a key or '}'")
	}
	r.skip()
	switch c = r.peek(); {
	case r.err != nil:
	case c == ':':
		r.i++
	case c == '(', word != "" && (c == ',' || c == '}'), r.isAccessor(word):
		r.fail(JSNotLiteral, start, "a pair needs a value that is written out")
	default:
		r.fail(JSSyntax, r.i, "expected ':' after the key")
	}
	return key
}

// isAccessor reports whether a word in the place of a key begins a getter, a setter or a method.
func (r *jsReader) isAccessor(word string) bool {
	switch word {
	case "get", "set", "async":
		c := r.peek()
		return r.wordHere() != "" || c == '[' || c == '*' || c == '"' || c == '\''
	}
	return false
}

// jsNumberKey returns the key that JavaScript makes of a number.
func jsNumberKey(n Node) string {
	switch n := n.(type) {
	case Int:
		return big.NewInt(n.Value).String()
	case Float:
		return string(appendFloat(nil, n.Value))
	}
	return ""
}

// signed reads a number with a sign.
func (r *jsReader) signed() Node {
	minus := r.peek() == '-'
	r.i++
	r.skip()
	if c := r.peek(); is(c, classDigit) || c == '.' && is(r.at(1), classDigit) {
		return r.number(minus)
	}
	r.unexpected("a number after the sign")
	return nil
}

// number reads a number without its sign.
func (r *jsReader) number(minus bool) Node {
	start := r.i
	var n Node
	if radix := jsRadix(r.at(1)); r.peek() == '0' && radix != 0 {
		r.i += 2
		n = r.radixNumber(radix, minus, start)
	} else {
		n = r.decimal(minus, start)
	}
	if r.err == nil && (r.wordHere() != "" || is(r.peek(), classDigit)) {
		r.fail(JSSyntax, r.i, "expected the end of the number")
	}
	return n
}

func jsRadix(c byte) int {
	switch c {
	case 'x', 'X':
		return 16
	case 'o', 'O':
		return 8
	case 'b', 'B':
		return 2
	}
	return 0
}

// digits reads digits with '_' between them, at least one unless it may be empty, and appends them
// to dst.
func (r *jsReader) digits(dst []byte, radix int, empty bool) []byte {
	n := len(dst)
	for {
		d := hexDigit(r.peek())
		if d < 0 || int(d) >= radix {
			break
		}
		dst = append(dst, r.src[r.i])
		r.i++
		if r.peek() == '_' {
			r.i++
			empty, n = false, len(dst) // a digit has to follow
		}
	}
	if len(dst) == n && !empty {
		r.fail(JSSyntax, r.i, "expected a digit")
	}
	return dst
}

func (r *jsReader) radixNumber(radix int, minus bool, start int) Node {
	text := r.digits(signText(minus), radix, false)
	if r.peek() == 'n' {
		r.i++
	}
	v, ok := new(big.Int).SetString(string(text), radix)
	switch {
	case !ok:
		return nil // err is set
	case v.IsInt64():
		return Int{Value: v.Int64()}
	}
	f, _ := new(big.Float).SetInt(v).Float64()
	if math.IsInf(f, 0) {
		r.fail(JSNotLiteral, start, "the number is too large")
	}
	return Float{Value: f}
}

func (r *jsReader) decimal(minus bool, start int) Node {
	if next := r.at(1); r.peek() == '0' && (is(next, classDigit) || next == '_') {
		r.fail(JSSyntax, r.i+1, "a number cannot begin with 0")
		return nil
	}
	text := signText(minus)
	integral := true
	if r.peek() != '.' {
		text = r.digits(text, 10, false)
	}
	if r.peek() == '.' {
		integral = false
		r.i++
		text = r.digits(append(text, '.'), 10, true)
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		integral = false
		r.i++
		text = append(text, 'e')
		if c := r.peek(); c == '+' || c == '-' {
			text = append(text, c)
			r.i++
		}
		text = r.digits(text, 10, false)
	}
	if integral && r.peek() == 'n' {
		r.i++
	}
	if r.err != nil {
		return nil
	}
	n, ok := numberNode(text, integral)
	if !ok {
		r.fail(JSNotLiteral, start, "the number is too large")
	}
	if f, ok := n.(Float); ok {
		f.Raw = "" // JavaScript spells more numbers than we do
		return f
	}
	return n
}

func signText(minus bool) []byte {
	if minus {
		return []byte{'-'}
	}
	return nil
}

// jsText collects the text of a string.
type jsText struct {
	b    []byte
	high rune // high surrogate waiting for its other half
}

func (t *jsText) byte(c byte) {
	t.flush()
	t.b = append(t.b, c)
}

// unit appends a code point or a UTF-16 code unit.
func (t *jsText) unit(c rune) {
	if t.high != 0 && 0xDC00 <= c && c <= 0xDFFF {
		t.b = utf8.AppendRune(t.b, (t.high-0xD800)<<10|(c-0xDC00)+0x10000)
		t.high = 0
		return
	}
	t.flush()
	if 0xD800 <= c && c < 0xDC00 {
		t.high = c
		return
	}
	t.b = utf8.AppendRune(t.b, c)
}

func (t *jsText) flush() {
	if t.high != 0 {
		t.b = utf8.AppendRune(t.b, utf8.RuneError)
		t.high = 0
	}
}

func (t *jsText) node() String {
	t.flush()
	return String(clean(t.b))
}

// str reads a string in single or double quotes.
func (r *jsReader) str(quote byte) String {
	var t jsText
	r.i++
	for r.err == nil {
		start := r.i
		for r.i < len(r.src) && r.src[r.i] != quote && r.src[r.i] != '\\' && r.src[r.i] != '\n' && r.src[r.i] != '\r' {
			r.i++
		}
		if r.i > start {
			t.flush()
			t.b = append(t.b, r.src[start:r.i]...)
		}
		switch r.peek() {
		case quote:
			r.i++
			return t.node()
		case '\\':
			r.escape(&t)
		default:
			r.fail(JSSyntax, r.i, "the string is not closed on its line")
		}
	}
	return ""
}

// template reads a template string.
func (r *jsReader) template() String {
	var t jsText
	r.i++
	for r.err == nil {
		switch c := r.peek(); {
		case r.i >= len(r.src):
			r.fail(JSSyntax, r.i, "the template string is not closed")
		case c == '`':
			r.i++
			return t.node()
		case c == '\\':
			r.escape(&t)
		case c == '$' && r.at(1) == '{':
			r.fail(JSNotLiteral, r.i, "a template string cannot have ${}")
		case c == '\r':
			t.byte('\n')
			r.i += leadingBreakCR(r.src[r.i:])
		default:
			t.byte(c)
			r.i++
		}
	}
	return ""
}

// leadingBreakCR returns the size of the line break that b begins with: CR or CRLF.
func leadingBreakCR(b []byte) int { return max(1, leadingBreak(b)) }

// escape reads a backslash and what belongs to it.
func (r *jsReader) escape(t *jsText) {
	r.i++
	c := r.peek()
	switch {
	case r.i >= len(r.src):
		r.fail(JSSyntax, r.i, "the string is cut off")
		return
	case c == 'x':
		r.i++
		r.hexEscape(t, 2)
		return
	case c == 'u':
		r.i++
		if r.peek() == '{' {
			r.codePoint(t)
		} else {
			r.hexEscape(t, 4)
		}
		return
	case c == '\r':
		r.i += leadingBreakCR(r.src[r.i:])
		return
	case c == '\n':
		r.i++
		return
	case c == 'v':
		t.byte('\v')
	case c == '0':
		t.byte(0)
	default:
		if n := separator(r.src[r.i:]); n > 0 { // a line continuation too
			r.i += n
			return
		}
		t.byte(unescape(c))
	}
	r.i++
}

func (r *jsReader) hexEscape(t *jsText, digits int) {
	var v rune
	for range digits {
		d := hexDigit(r.peek())
		if d < 0 {
			r.fail(JSSyntax, r.i, "expected a hexadecimal digit")
			return
		}
		v = v<<4 | d
		r.i++
	}
	t.unit(v)
}

// codePoint reads the braces of \u{…}.
func (r *jsReader) codePoint(t *jsText) {
	r.i++
	start := r.i
	var v rune
	for hexDigit(r.peek()) >= 0 && v <= unicode.MaxRune {
		v = v<<4 | hexDigit(r.peek())
		r.i++
	}
	switch {
	case v > unicode.MaxRune:
		r.fail(JSSyntax, start, "there is no such character")
	case r.peek() != '}' || r.i == start:
		r.fail(JSSyntax, r.i, "expected hexadecimal digits and '}'")
	default:
		r.i++
		t.unit(v)
	}
}

// separator returns the size of the Unicode line or paragraph separator that b begins with, or 0.
func separator(b []byte) int {
	if bytes.HasPrefix(b, []byte("\u2028")) || bytes.HasPrefix(b, []byte("\u2029")) {
		return len("\u2028")
	}
	return 0
}

// skip skips white space and comments and reports whether a line break was among them.
func (r *jsReader) skip() (newLine bool) {
	for r.i < len(r.src) {
		switch c := r.src[r.i]; {
		case c == '\n' || c == '\r':
			newLine = true
			r.i++
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			r.i++
		case c == '/' && r.at(1) == '/':
			r.lineComment()
		case c == '/' && r.at(1) == '*':
			newLine = r.blockComment() || newLine
		case c >= utf8.RuneSelf:
			v, n := utf8.DecodeRune(r.src[r.i:])
			if separator(r.src[r.i:]) > 0 {
				newLine = true
			} else if v != '\ufeff' && !unicode.Is(unicode.Zs, v) {
				return newLine
			}
			r.i += n
		default:
			return newLine
		}
	}
	return newLine
}

func (r *jsReader) lineComment() {
	for r.i < len(r.src) && r.src[r.i] != '\n' && r.src[r.i] != '\r' && separator(r.src[r.i:]) == 0 {
		r.i++
	}
}

// blockComment skips a comment and reports whether it holds a line break.
func (r *jsReader) blockComment() bool {
	n := bytes.Index(r.src[r.i+2:], []byte("*/"))
	if n < 0 {
		r.i = len(r.src)
		r.fail(JSSyntax, r.i, "the comment is not closed")
		return false
	}
	text := string(r.src[r.i+2 : r.i+2+n])
	r.i += n + 4
	return strings.ContainsAny(text, "\n\r\u2028\u2029")
}

// wordHere returns the identifier that begins here, or "".
func (r *jsReader) wordHere() string {
	end := r.i
	for end < len(r.src) {
		v, n := rune(r.src[end]), 1
		if v >= utf8.RuneSelf {
			v, n = utf8.DecodeRune(r.src[end:])
		}
		start := v == '_' || v == '$' || unicode.IsLetter(v)
		if !start && (end == r.i || !unicode.IsDigit(v) && !unicode.Is(unicode.Mn, v)) {
			break
		}
		end += n
	}
	return string(r.src[r.i:end])
}
