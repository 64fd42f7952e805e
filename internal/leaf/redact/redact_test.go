package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"eidolon/internal/leaf/redact"
)

const value = `p4ss/w+rd "é<&>"`

var secrets = []redact.Secret{{"API_KEY", "sk-planted-0123456789"}, {"PASSWORD", value}, {"key of profile \"a\"", "abcdefgh12345678"}}

// Covers: Z6
func TestSpellings(t *testing.T) {
	r := redact.New(secrets)
	inJSON, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{
		"itself":         value,
		"JSON":           string(inJSON[1 : len(inJSON)-1]),
		"an address":     url.QueryEscape(value),
		"a path":         url.PathEscape(value),
		"hex":            hex.EncodeToString([]byte(value)),
		"upper-case hex": strings.ToUpper(hex.EncodeToString([]byte(value))),
	}
	for name, text := range all {
		if got := r.String("a " + text + " z"); got != "a [redacted PASSWORD] z" {
			t.Errorf("%s: %q becomes %q", name, text, got)
		}
	}
	for before := range 7 {
		for _, alphabet := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			text := alphabet.EncodeToString([]byte(strings.Repeat("x", before) + value + "\n..."))
			got := r.String(text)
			if !strings.Contains(got, "[redacted PASSWORD]") || len(got) > len("[redacted PASSWORD]")+before*2+8 {
				t.Errorf("base64 with %d bytes before: %q becomes %q", before, text, got)
			}
		}
	}
}

func TestString(t *testing.T) {
	r := redact.New(append(secrets, redact.Secret{Name: "short", Value: "1234567"}, redact.Secret{Name: "LONGER", Value: "abcdefgh12345678XYZ"}))
	for in, want := range map[string]string{
		"":                      "",
		"plain text 1234567":    "plain text 1234567",
		"sk-planted-0123456789": "[redacted API_KEY]",
		"sk-planted-0123456789sk-planted-0123456789.": "[redacted API_KEY][redacted API_KEY].",
		"sk-planted-012345678":                        "sk-planted-012345678",
		"xabcdefgh12345678y":                          "x[redacted key of profile _a_]y",
		"abcdefgh12345678XYZ":                         "[redacted LONGER]",
	} {
		if got := r.String(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
		if got := string(r.Bytes([]byte(in))); got != want {
			t.Errorf("bytes %q become %q, want %q", in, got, want)
		}
	}
}

// What is shown in the place of a secret fits into a string of JSON.
// What is learnt is looked for from then on, also in a text that has begun, and what was known stays known.
//
// Covers: Z6
func TestLearn(t *testing.T) {
	r := redact.Open()
	if got := r.String("token-one-1234"); got != "token-one-1234" {
		t.Errorf("before it knows anything it makes %q", got)
	}
	s := r.Stream()
	out := string(s.Next([]byte("token-one-1234 token-")))
	r.Learn(redact.Secret{Name: "a", Value: "token-one-1234"}, redact.Secret{Name: "short", Value: "1"})
	r.Learn(redact.Secret{Name: "b", Value: "token-two-1234"}, redact.Secret{Name: "again", Value: "token-one-1234"})
	out += string(s.Next([]byte("one token-one-")))
	out += string(s.Next([]byte("1234 token-two-1234")))
	out += string(s.End())
	if want := "token-one-1234 token-one [redacted a] [redacted b]"; out != want {
		t.Errorf("the stream is %q, want %q", out, want)
	}
	if got := r.String("token-one-1234 token-two-1234"); got != "[redacted a] [redacted b]" {
		t.Errorf("it makes %q", got)
	}
	var none *redact.Redactor
	none.Learn(redact.Secret{Name: "a", Value: "token-one-1234"})
	if got := none.String("token-one-1234"); got != "token-one-1234" {
		t.Errorf("without one it makes %q", got)
	}
}

func TestJSONStaysJSON(t *testing.T) {
	r := redact.New(secrets)
	data, err := json.Marshal(map[string]string{"text": "a " + value + " abcdefgh12345678"})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]string
	if err := json.Unmarshal(r.Bytes(data), &got); err != nil {
		t.Fatal(err)
	}
	if want := "a [redacted PASSWORD] [redacted key of profile _a_]"; got["text"] != want {
		t.Errorf("got %q, want %q", got["text"], want)
	}
}

func TestJSON(t *testing.T) {
	r := redact.New([]redact.Secret{{"PIN", "1234567890"}, {"QUOTE", `a"b\c"defgh`}})
	for in, want := range map[string]string{
		`{"n":1234567890,"s":"1234567890","1234567890":[]}`: `{"n":1234567890,"s":"[redacted PIN]","[redacted PIN]":[]}`,
		`["a\"b\\c\"defgh","\\","1234567890"]`:              `["[redacted QUOTE]","\\","[redacted PIN]"]`,
		`"1234567890`:                                       `"[redacted PIN]`,
		`"x\`:                                               `"x\`,
	} {
		if got := string(r.JSON([]byte(in))); got != want {
			t.Errorf("%s becomes %s, want %s", in, got, want)
		}
	}
}

func TestNoSecretsCostNothing(t *testing.T) {
	r := redact.New([]redact.Secret{{"SHORT", "abc"}, {"EMPTY", ""}})
	if r != nil {
		t.Fatal("a redactor without secrets is not nil")
	}
	text := []byte("some text")
	if allocs := testing.AllocsPerRun(10, func() {
		if r.String("some text") != "some text" || &r.Bytes(text)[0] != &text[0] || &r.Stream().Next(text)[0] != &text[0] {
			t.Error("the text was changed")
		}
	}); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
	if w := new(bytes.Buffer); r.Writer(w) != w {
		t.Error("the writer was wrapped")
	}
}

// chunked gives what a stream makes of a text in pieces.
func chunked(r *redact.Redactor, text string, size int) string {
	var out strings.Builder
	s := r.Stream()
	for len(text) > 0 {
		n := min(size, len(text))
		out.Write(s.Next([]byte(text[:n])))
		text = text[n:]
	}
	out.Write(s.End())
	return out.String()
}

func TestStream(t *testing.T) {
	r := redact.New(secrets)
	text := "begin sk-planted-0123456789, sk-plant, " + value + base64.StdEncoding.EncodeToString([]byte(value)) + " sk-planted-012345678"
	want := r.String(text)
	for size := 1; size <= len(text); size++ {
		if got := chunked(r, text, size); got != want {
			t.Errorf("in pieces of %d bytes: %q\nwant %q", size, got, want)
		}
	}
}

// A stream holds nothing back but what may become a secret.
func TestStreamHoldsLittleBack(t *testing.T) {
	s := redact.New(secrets).Stream()
	if got := string(s.Next([]byte("a line of sk-plan"))); got != "a line of " {
		t.Errorf("gave %q", got)
	}
	if got := string(s.Next([]byte("ts grow."))); got != "sk-plants grow." {
		t.Errorf("then %q", got)
	}
	if got := string(s.End()); got != "" {
		t.Errorf("held back %q", got)
	}
}

// However a text is cut, the same comes of it, and a secret that stands in it does not come through.
func FuzzStream(f *testing.F) {
	f.Add("12345678", "1234567890", "a", "b", 3)
	f.Add("aaaaaaaa", "aaaaaaaab", "aaaa", "a", 1)
	f.Add("abababab", "bababababa", "ab", "", 2)
	f.Add("x1234567", "34567890", "", "x123", 4)
	f.Fuzz(func(t *testing.T, one, two, before, behind string, size int) {
		r := redact.New([]redact.Secret{{"A", one}, {"B", two}})
		text := before + one + behind
		whole := r.String(text)
		if got := chunked(r, text, max(size, 1)); got != whole {
			t.Errorf("in pieces %q, whole %q", got, whole)
		}
		if len(one) >= redact.MinLength && !strings.Contains(whole, "[redacted ") {
			t.Errorf("%q passes in %q", one, whole)
		}
	})
}

func TestEnviron(t *testing.T) {
	exists := func(path string) bool { return path == "/home/ada/key.json" || path == "/run/agent.sock" }
	got := redact.Environ([]string{
		"OPENAI_API_KEY=sk-0123456789", "GITHUB_TOKEN=ghp_0123456789", "DB_PASSWORD=hunter2hunter2", "AWS_SECRET_ACCESS_KEY=/abc+defghij/klm",
		"GOOGLE_APPLICATION_CREDENTIALS=/home/ada/key.json", "SSH_AUTH_SOCK=/run/agent.sock", "USE_TOKEN=true", "LOCAL_API_KEY=lm-studio",
		"MAX_TOKENS=128000000", "PATH=/usr/bin:/bin", "MONKEY_COUNT=1234567890", "KEYMAP=de-latin1-nodeadkeys", "SHORT_KEY=abc1",
		"TOKEN_URL=https://login.test/token1", "DATABASE_URL=postgres://ada:s3cretpw@db.test/x", "HTTPS_PROXY=http://proxy.test:80", "broken",
	}, exists)
	want := []redact.Secret{
		{"OPENAI_API_KEY", "sk-0123456789"},
		{"GITHUB_TOKEN", "ghp_0123456789"},
		{"DB_PASSWORD", "hunter2hunter2"},
		{"AWS_SECRET_ACCESS_KEY", "/abc+defghij/klm"},
		{"password in DATABASE_URL", "s3cretpw"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
}

func BenchmarkOneMegabyte(b *testing.B) {
	var many []redact.Secret
	for i := range 12 {
		many = append(many, redact.Secret{Name: "A", Value: strings.Repeat(string(rune('a'+i)), 3) + "-0123456789abcdef-" + strings.Repeat("z", 20)})
	}
	r := redact.New(append(many, secrets...))
	text := []byte(strings.Repeat("func main() { fmt.Println(\"hello, 0123456789 world\") } // a comment\n", 1<<20/70))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s := r.Stream()
		for piece := text; len(piece) > 0; piece = piece[min(len(piece), 32<<10):] {
			s.Next(piece[:min(len(piece), 32<<10)])
		}
	}
}

// BenchmarkTexts has what most texts are, in which there is nothing, and those with secrets in them.
func BenchmarkTexts(b *testing.B) {
	r := redact.New(secrets)
	prose := strings.Repeat("func main() { fmt.Println(\"hello, 0123456789 world\") } // a comment\n", 200)
	for _, test := range []struct{ name, text string }{
		{"nothing", prose},
		{"one secret", prose + "sk-planted-0123456789" + prose},
		{"many secrets", strings.Repeat("a line with sk-planted-0123456789 in it\n", 400)},
	} {
		b.Run("string/"+test.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.String(test.text)
			}
		})
		b.Run("bytes/"+test.name, func(b *testing.B) {
			b.ReportAllocs()
			text := []byte(test.text)
			for b.Loop() {
				r.Bytes(text)
			}
		})
	}
}
