package exec_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"eidolon/actors/session"
	"eidolon/internal/front/exec"
)

// silent is a session that is told things and closes at once, with a notice.
type silent struct {
	said    []session.Msg
	notices chan<- string
}

func (s *silent) Tell(m session.Msg) { s.said = append(s.said, m) }

func (s *silent) Close(context.Context) error {
	s.notices <- "last"
	return nil
}

// A signal ends what looks at the prompt before it is sent, and the run with it. What it has to say is
// shown meanwhile, and what came last at the end.
func TestSignalWhileThePromptIsLookedAt(t *testing.T) {
	for name, c := range map[string]struct {
		signal bool
		err    error
		code   int
		want   string
	}{
		"a signal":  {signal: true, code: 130, want: "notice: first\nnotice: last\n"},
		"a refusal": {err: errors.New("no"), code: exec.ExitUsage, want: "error: no\nnotice: first\nnotice: last\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs strings.Builder
			signals, notices := make(chan os.Signal, 1), make(chan string, 2)
			s := &silent{notices: notices}
			code := exec.Run(t.Context(), exec.Options{
				Session: s, Sink: exec.NewText(&out, &errs, false), Signals: signals, Stderr: &errs, Closing: time.Minute, Prompt: "go",
				Notices: notices,
				Say: func(ctx context.Context, text string) (int, error) {
					notices <- "first"
					if c.signal {
						signals <- os.Interrupt
						<-ctx.Done()
					}
					return 0, errors.Join(c.err, ctx.Err())
				},
			})
			lines := slices.Sorted(strings.Lines(errs.String())) // a notice may be shown at any time
			if code != c.code || strings.Join(lines, "") != c.want || len(s.said) != 1 {
				t.Errorf("exit %d, said %v, printed %q", code, s.said, lines)
			}
		})
	}
}
