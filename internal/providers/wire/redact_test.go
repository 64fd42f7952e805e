package wire

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"eidolon/actors/model"
)

func TestClean(t *testing.T) {
	x := &Exchange{transport: transportTo(t, "", Service{Key: "sk-verysecret"}), request: model.Request{Messages: []model.Message{
		{Role: model.System, Text: "You are a careful assistant."},
		{Role: model.User, Text: "the password of the \"vault\" is\n\tOpen <sesame>"},
		{Role: model.Assistant, Calls: []model.Call{{Input: `{"path":"/home/ada/diary.txt"}`}}},
		{Role: model.ToolResults, Results: []model.Result{{Text: "Dear diary, today I met Charles."}}},
		{Role: model.User, Text: "hunter2"},
	}}}
	for _, test := range []struct{ name, text, want string }{
		{"plain words", "The model does not exist.", "The model does not exist."},
		{"the key", "bad key sk-verysecret!", "bad key […]!"},
		{"the key with JSON around it", `{"key":"sk-verysecret"}`, `{"key":"[…]"}`},
		{"a run of the prompt", "cannot parse: the password of the", "cannot parse: […]"},
		{"the prompt as JSON", `{"content":"the password of the \"vault\" is\n\tOpen \u003csesame\u003e"}`, `{"content":"[…]"}`},
		{"a call", `in {"path":"/home/ada/diary.txt"}`, "in […]"},
		{"a result", "Dear diary, today I met Charles. Bad token.", "[…] Bad token."},
		{"a short message", "you said hunter2", "you said […]"},
		{"short words in common", "the password is wrong", "the password is wrong"},
		{"controls", "a\x00b\x1b[31mc\r\nd\u202ee", "a b [31mc d e"},
		{"invalid UTF-8", "a\xff\xfeb", "a b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := x.clean(test.text); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A service or a proxy may quote keys that are not ours.
func TestCleanHidesKeysOfOthers(t *testing.T) {
	x := &Exchange{transport: transportTo(t, "", Service{Key: "sk-verysecret"})}
	const (
		hex = "0123456789abcdef0123456789abcdef"
		jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27"
	)
	for _, test := range []struct{ name, text, want string }{
		{"bearer", "sent Authorization: Bearer abc123def456", "sent Authorization: Bearer […]"},
		{"basic", "Authorization: Basic dXNlcjpwYXNzd29yZA==, denied", "Authorization: Basic […], denied"},
		{"sk", "Incorrect API key provided: sk-proj-Ab1_cd.", "Incorrect API key provided: […]"},
		{"sk, masked", "key sk-ab*****yz is wrong", "key […] is wrong"},
		{"GitHub", "ghp_16C7e42F292c6912E7 and gho_16C7e42F292c6912E7", "[…] and […]"},
		{"AWS", "id AKIAIOSFODNN7EXAMPLE", "id […]"},
		{"Slack", "xoxb-17653672481-19874698323", "[…]"},
		{"JWT", "got " + jwt + ".", "got […]"},
		{"hex after a word", `{"api_key":"` + hex + `"}`, `{"api_key":"[…]"}`},
		{"base64 after a word", "the token you sent (QWxhZGRpbjpvcGVuIHNlc2FtZQ==) is old", "the token you sent ([…]) is old"},
		{"in an address", "cannot reach http://ada:pw@proxy.test:80/x", "cannot reach http://[…]@proxy.test:80/x"},
		{"the end of what is looked at", strings.Repeat(" ", 975) + "Bearer " + hex + hex, "Bearer […]…"},
		{"a request's number stays", "request req_0123456789abcdef01234567 failed", "request req_0123456789abcdef01234567 failed"},
		{"plain words stay", "Basic authentication: the token authorization-server is unknown", "Basic authentication: the token authorization-server is unknown"},
		{"words that hold them stay", "a risk-free task-force", "a risk-free task-force"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := x.clean(test.text); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// What the configuration sends is a secret in each of its parts and spellings.
func TestCleanHidesTheConfiguration(t *testing.T) {
	const word, parameter = "team/key+4711=", "code?word&815"
	x := &Exchange{transport: transportTo(t, "", Service{
		Headers: map[string]string{"X-Team": "Token " + word}, Query: map[string]string{"code": parameter},
	})}
	for _, text := range []string{
		"Token " + word, word, url.QueryEscape(word), base64.StdEncoding.EncodeToString([]byte("Token " + word)),
		parameter, "/v1?code=" + url.QueryEscape(parameter), hex.EncodeToString([]byte(parameter)),
		strings.Repeat("x", 190) + base64.StdEncoding.EncodeToString([]byte(word)),
	} {
		got := x.clean("got " + text)
		for _, piece := range []string{"team", "4711", "code?", "815", base64.StdEncoding.EncodeToString([]byte(word))[:6], "636f6465"} {
			if strings.Contains(got, piece) {
				t.Errorf("%q is shown as %q", text, got)
			}
		}
	}
}

func TestCleanCuts(t *testing.T) {
	x := &Exchange{transport: transportTo(t, "", Service{})}
	for _, unit := range []string{"x", "é", "😀", "a "} {
		got := x.clean(strings.Repeat(unit, 10_000))
		if len(got) > maxQuoted || len(got) < maxQuoted-10 || !strings.HasSuffix(got, "…") || !utf8.ValidString(got) {
			t.Errorf("%q repeated becomes %d bytes: %q", unit, len(got), got)
		}
	}
}

// FuzzClean looks for a long run of the prompt that gets through.
func FuzzClean(f *testing.F) {
	f.Add("error: the quick brown fox jumps", "I saw the quick brown fox jump")
	f.Fuzz(func(t *testing.T, text, prompt string) {
		x := &Exchange{transport: transportTo(t, "", Service{}), request: model.Request{Messages: []model.Message{{Text: prompt}}}}
		got := x.clean(text)
		if len(got) > maxQuoted || !utf8.ValidString(got) || strings.ContainsAny(got, "\n\x1b\x00") {
			t.Errorf("%q becomes %q", text, got)
		}
		if strings.Contains(text, `\`) || strings.Contains(prompt, hidden) {
			return
		}
		for i := 0; i+sharedRun <= len(prompt); i++ {
			run := prompt[i : i+sharedRun]
			if strings.Contains(text, run) && strings.Contains(got, run) {
				t.Errorf("%q repeats %q of the prompt", got, run)
			}
		}
	})
}

func BenchmarkClean(b *testing.B) {
	prompt := strings.Repeat("some lines of a file that was read before.\n", 12<<20/43)
	x := &Exchange{transport: transportTo(b, "", Service{}), request: model.Request{Messages: []model.Message{{Text: prompt}}}}
	text := strings.Repeat("the maximum number of lines is 17; ", 30)
	for b.Loop() {
		x.clean(text)
	}
}
