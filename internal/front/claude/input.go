package claude

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line of the input: a message with pictures in it fits.
const maxLine = 64 << 20

// input is one line from the SDK.
type input struct {
	Type      string          `json:"type"`
	RequestID string          `json:"request_id"`
	Request   json.RawMessage `json:"request"`  // of a control_request
	Response  response        `json:"response"` // of a control_response
	userLine
}

// userLine is what a line of type user holds.
type userLine struct {
	Message  json.RawMessage `json:"message"`
	UUID     string          `json:"uuid"`
	Silent   *bool           `json:"shouldQuery"`     // false: no turn comes of it
	Verbatim bool            `json:"client_composed"` // nothing in it is a reference or a command
}

// response answers a request of ours.
type response struct {
	Subtype   string          `json:"subtype"` // success or error
	RequestID string          `json:"request_id"`
	Response  json.RawMessage `json:"response"`
	Error     string          `json:"error"`
}

// reader reads lines.
type reader struct{ lines *bufio.Scanner }

func newReader(in io.Reader) *reader {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	return &reader{lines}
}

// next gives the next line that is not empty. The error is io.EOF at the end.
func (r *reader) next() (input, error) {
	for r.lines.Scan() {
		line := bytes.TrimSpace(r.lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var in input
		if err := json.Unmarshal(line, &in); err != nil {
			return in, fmt.Errorf("a line of the input is not a message: %w", inWords(err))
		}
		return in, nil
	}
	if err := r.lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return input{}, fmt.Errorf("a line of the input is longer than %d MiB", maxLine>>20)
	} else if err != nil {
		return input{}, fmt.Errorf("read the input: %w", err)
	}
	return input{}, io.EOF
}

// inWords says what does not fit without the words of the decoder.
func inWords(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case ok && wrong.Field == "":
		return fmt.Errorf("it is a JSON %s", wrong.Value)
	case ok:
		return fmt.Errorf("%s cannot be a JSON %s", wrong.Field, wrong.Value)
	}
	return errors.New("it is not one JSON object")
}

// Message is what the user says.
type Message struct {
	Text     string
	Images   [][]byte
	ID       string // the SDK's own, or ""
	Verbatim bool   // nothing in it is a reference or a command

	raw    json.RawMessage
	silent bool
}

// block is a content block of a message.
type block struct {
	Type   string `json:"type"`
	Text   string `json:"text"`
	Source struct {
		Type string `json:"type"`
		Data string `json:"data"`
	} `json:"source"`
}

// message reads a line of type user.
func (in input) message() (Message, error) {
	m := Message{ID: in.UUID, Verbatim: in.Verbatim, raw: in.Message, silent: in.Silent != nil && !*in.Silent}
	var whole struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(in.Message, &whole); err != nil {
		return m, fmt.Errorf("a message of the user cannot be read: %w", inWords(err))
	}
	if json.Unmarshal(whole.Content, &m.Text) == nil {
		return m, nil
	}
	var blocks []block
	if err := json.Unmarshal(whole.Content, &blocks); err != nil {
		return m, fmt.Errorf("the content of a message cannot be read: %w", inWords(err))
	}
	for _, b := range blocks {
		switch {
		case b.Type == "text":
			if m.Text != "" {
				m.Text += "\n"
			}
			m.Text += b.Text
		case b.Type == "image" && b.Source.Type == "base64":
			data, err := base64.StdEncoding.DecodeString(b.Source.Data)
			if err != nil {
				return m, errors.New("a picture in a message of the user is not in base64")
			}
			m.Images = append(m.Images, data)
		default:
			return m, fmt.Errorf("content of the type %q is not understood in a message of the user; send text", b.Type)
		}
	}
	return m, nil
}
