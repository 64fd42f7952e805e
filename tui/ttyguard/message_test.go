package ttyguard

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMessagesArriveInPieces(t *testing.T) {
	sent := []message{{kindState, []byte("state")}, {kindArm, bytes.Repeat([]byte("u"), 1000)}, {kindDisarm, []byte{}}, {kindGoodbye, []byte{}}}
	var all []byte
	for _, m := range sent {
		all = append(all, m.encode()...)
	}
	r := bytes.NewReader(all)
	var got []message
	for {
		m, err := decode(r)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, m)
	}
	if diff := cmp.Diff(sent, got, cmp.AllowUnexported(message{})); diff != "" {
		t.Errorf("(-sent +got):\n%s", diff)
	}
	for cut := range all { // the program dies in the middle of a word
		r := bytes.NewReader(all[:cut])
		var err error
		for err == nil {
			_, err = decode(r)
		}
		if !errors.Is(err, io.EOF) {
			t.Fatalf("after %d bytes: %v", cut, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(message{kindArm, []byte("undo")}.encode())
	f.Add([]byte("A\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, in []byte) {
		m, err := decode(bytes.NewReader(in))
		if err == nil && !bytes.HasPrefix(in, m.encode()) {
			t.Errorf("%q became %q", in, m.encode())
		}
	})
}
