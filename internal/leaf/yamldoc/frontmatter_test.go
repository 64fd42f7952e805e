package yamldoc

import "testing"

func TestFrontMatter(t *testing.T) {
	tests := []struct {
		name, in, head, body string
		ok                   bool
	}{
		{"usual", "---\na: 1\n---\nbody\n", "\na: 1\n", "body\n", true},
		{"CRLF and BOM", "\xef\xbb\xbf---\r\na: 1\r\n---\r\nbody", "\r\na: 1\r\n", "body", true},
		{"empty head", "---\n---\nbody", "\n", "body", true},
		{"ends at the fence", "---\na: 1\n---", "\na: 1\n", "", true},
		{"blanks after the fence", "--- \na: 1\n---\t\nb", " \na: 1\n", "b", true},
		{"no head", "body\n---\n", "", "body\n---\n", false},
		{"never closed", "---\na: 1\n", "", "---\na: 1\n", false},
		{"four dashes", "----\na\n----\n", "", "----\na\n----\n", false},
		{"indented fence does not close", "---\na: |\n  ---\n---\nb", "\na: |\n  ---\n", "b", true},
		{"empty", "", "", "", false},
		{"a lone fence", "---", "", "---", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			head, body, ok := FrontMatter([]byte(tt.in))
			if string(head) != tt.head || string(body) != tt.body || ok != tt.ok {
				t.Errorf("got %q, %q, %v", head, body, ok)
			}
		})
	}
}

func TestFrontMatterKeepsLineNumbers(t *testing.T) {
	head, _, _ := FrontMatter([]byte("---\nmodel: m\nbad: 1\n---\n"))
	err := Decode("a.md", head, &struct{ Model string }{})
	if want := `a.md:3: unknown key "bad" (known here: model)`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
