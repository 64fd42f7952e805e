package responses

import (
	"encoding/json"
	"strings"
)

// mark begins the signatures that this package gives, and tells them from those of other services.
const mark = "responses:"

// signature is what is kept of an item until it is sent back, and where it stood in the answer. Of
// reasoning that is what only its service can read, and the place matters because the service wants it
// before what it led to. Of a message it is whether it was said on the way or in the end, where the model
// tells these apart: without that, models take what they said on the way for their last word.
type signature struct {
	Host      string `json:"host"` // of the service, which alone can read it
	ID        string `json:"id,omitempty"`
	Encrypted string `json:"encrypted_content,omitempty"`
	Phase     string `json:"phase,omitempty"` // of a message
	Text      int    `json:"text,omitempty"`  // bytes of text that had been said before
	Calls     int    `json:"calls,omitempty"` // calls that had been made before
}

// String writes the signature in the form in which it is kept.
func (s signature) String() string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings and numbers always have a JSON form
	}
	return mark + string(data)
}

// parseSignature reads a signature of this package. It reports whether the text is one, and came from
// the host.
func parseSignature(text, host string) (signature, bool) {
	var s signature
	data, ours := strings.CutPrefix(text, mark)
	if !ours || json.Unmarshal([]byte(data), &s) != nil {
		return signature{}, false
	}
	return s, s.Host == host && (s.Encrypted != "" || s.Phase != "")
}
