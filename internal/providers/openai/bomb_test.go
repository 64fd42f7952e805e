package openai

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"runtime"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

// bomb is a megabyte of blanks as one member of a gzip file, in a kilobyte. As many of them as one likes,
// one behind the other, are one file too.
func bomb(t *testing.T) []byte {
	t.Helper()
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	_, err := w.Write(bytes.Repeat([]byte(" "), 1<<20))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return member.Bytes()
}

// A service that answers with what grows a thousandfold when it is unpacked gets nobody to unpack it,
// whatever it says it is.
func TestCompressedAnswerIsNotUnpacked(t *testing.T) {
	member := bomb(t)
	for _, test := range []struct {
		name     string
		encoding string
		status   int
		want     model.Kind
	}{
		{"called gzip", "gzip", http.StatusOK, model.BadAnswer},
		{"called something else", "br", http.StatusOK, model.BadAnswer},
		{"not called at all", "", http.StatusOK, model.BadAnswer},
		{"in a failure", "gzip", http.StatusInternalServerError, model.Overloaded},
	} {
		t.Run(test.name, func(t *testing.T) {
			asked := make(chan string, 1)
			url := serve(t, func(w http.ResponseWriter, r *http.Request) {
				asked <- r.Header.Get("Accept-Encoding")
				w.Header().Set("Content-Type", stream)
				if test.encoding != "" {
					w.Header().Set("Content-Encoding", test.encoding)
				}
				w.WriteHeader(test.status)
				for range 4 << 10 { // four gigabytes, if somebody unpacks them
					if _, err := w.Write(member); err != nil {
						return
					}
				}
			})
			client := newClient(t, wire.Service{BaseURL: url, MaxEvent: 1 << 20})
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err := ask(t.Context(), client)
			runtime.ReadMemStats(&after)
			_ = modeltest.FailureOf(t, err, test.want)
			if got := <-asked; got != "" && got != "identity" {
				t.Errorf("the client asked for %q", got)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
				t.Errorf("%d MB were used on it", used>>20)
			}
		})
	}
}
