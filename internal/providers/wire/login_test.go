package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
)

// A token that the service does not accept is exchanged once for another one, with which the whole request is
// sent again.
//
// Covers: Z7
func TestLoginIsRenewedOnce(t *testing.T) {
	for name, tt := range map[string]struct {
		good   string // the token that the service accepts
		status int    // of its refusal
		asks   []string
		fails  string
	}{
		"accepted":        {"token-1", 401, []string{"token-1 account-1 {}"}, ""},
		"accepted later":  {"token-2", 401, []string{"token-1 account-1 {}", "token-2 account-2 {}"}, ""},
		"never accepted":  {"token-9", 401, []string{"token-1 account-1 {}", "token-2 account-2 {}"}, "api.test does not accept the login x (HTTP 401). Log in again."},
		"not allowed":     {"token-9", 403, []string{"token-1 account-1 {}"}, "api.test does not allow this request (HTTP 403). Check what the login x may be used for."},
		"nobody is there": {"token-3", 401, []string{"token-1 account-1 {}", "token-2 account-2 {}"}, "Log in again"},
	} {
		t.Run(name, func(t *testing.T) {
			var asks []string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
				asks = append(asks, fmt.Sprint(token, " ", strings.Join(r.Header.Values("Account"), "+"), " ", string(body)))
				if token != tt.good {
					w.WriteHeader(tt.status)
					return
				}
				_, _ = io.WriteString(w, "{}")
			}))
			defer server.Close()
			n, refused, seen := 1, []string(nil), ""
			_, _, err := post(t, server.URL, Service{
				Tap: func() func(Traffic) {
					return func(piece Traffic) {
						seen += fmt.Sprintf("%T %v\n", piece, piece)
					}
				},
				KeyHint: "the login x",
				Login:   func(context.Context) (string, error) { return fmt.Sprint("token-", n), nil },
				Account: func() map[string]string { return map[string]string{"Account": fmt.Sprint("account-", n)} },
				Refused: func(token string) { n++; refused = append(refused, token) },
			})
			if diff := cmp.Diff(tt.asks, asks); diff != "" {
				t.Error(diff)
			}
			if strings.Count(seen, "wire.Sent") != len(asks) || strings.Count(seen, "wire.Answered") != len(asks) || strings.Count(seen, "wire.Over") < len(asks)-1 ||
				strings.Contains(seen, "token-1") || strings.Contains(seen, "account-") {
				t.Errorf("the tap saw\n%s", seen)
			}
			if len(refused) > 1 || len(refused) == 1 && refused[0] != "token-1" {
				t.Errorf("refused were %q", refused)
			}
			if (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("%v, want %q", err, tt.fails)
			}
		})
	}
}

// The failure of a login is the failure of the request, and one that takes its time is not taken for a service
// that cannot be reached.
func TestLoginFails(t *testing.T) {
	want := &model.Error{Kind: model.Auth, Message: "Nobody is logged in."}
	for _, failure := range []error{want, errors.New("no")} {
		_, _, err := post(t, "http://127.0.0.1:1", Service{Login: func(context.Context) (string, error) { return "", failure }})
		got, ok := errors.AsType[*model.Error](err)
		if !ok || got.Kind != model.Auth || errors.Is(failure, want) && got != want {
			t.Errorf("%v becomes %+v", failure, err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		transport := transportTo(t, "api.test", Service{Login: func(context.Context) (string, error) {
			time.Sleep(40 * time.Second) //nolint:forbidigo // in virtual time
			return "", want
		}})
		x, ctx := transport.Begin(t.Context(), model.Request{})
		defer x.Close()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1:1", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := x.Do(req); !errors.Is(err, want) {
			t.Errorf("after a while: %v", err)
		}
	})
}
