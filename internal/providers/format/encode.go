package format

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"

	"eidolon/actors/model"
)

// Marshal is [json.Marshal] that leaves angle brackets as they are: conversations are full of them.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// forHTML are the escapes that JSON does without.
var forHTML = map[string]byte{`\u003c`: '<', `\u003e`: '>', `\u0026`: '&'}

// Unescape gives JSON that a library has encoded the form of [Marshal], in the same memory.
func Unescape(data []byte) []byte {
	const escape, pair = len(`\u003c`), len(`\\`) // the second is no beginning of the first
	out := data[:0]
	for i := bytes.IndexByte(data, '\\'); i >= 0; i = bytes.IndexByte(data, '\\') {
		out, data = append(out, data[:i]...), data[i:]
		if sign, found := forHTML[string(data[:min(escape, len(data))])]; found {
			out, data = append(out, sign), data[escape:]
			continue
		}
		out, data = append(out, data[:min(pair, len(data))]...), data[min(pair, len(data)):]
	}
	return append(out, data...)
}

// DataURL gives a picture as an address that holds it.
func DataURL(i model.Image) string {
	return "data:" + i.MediaType + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
}

// SetBody gives a request a body of pieces, which are sent from where they are kept, without a copy, and
// can be sent again on another connection.
func SetBody(req *http.Request, parts ...[]byte) {
	req.ContentLength = 0
	for _, part := range parts {
		req.ContentLength += int64(len(part))
	}
	req.GetBody = func() (io.ReadCloser, error) {
		readers := make([]io.Reader, 0, len(parts))
		for _, part := range parts {
			readers = append(readers, bytes.NewReader(part))
		}
		return io.NopCloser(io.MultiReader(readers...)), nil
	}
	req.Body, _ = req.GetBody() // has no error to give
}
