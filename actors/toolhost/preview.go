package toolhost

import (
	"context"
	"fmt"
	"strings"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/tool"
)

// Bounds of a preview. A person reads it while the call waits.
const (
	previewWithin = 2 * time.Second
	previewLines  = 2000
)

// onPreview has the handler say what the call would do. A handler that cannot gives nothing.
func (h *host) onPreview(env actorkit.Env, m Preview) {
	p, ok := h.o.Handler.(tool.Previewer)
	if !ok {
		m.ReplyTo.Tell(Previewed{Key: m.Call.Key})
		return
	}
	log := env.Log()
	env.Go("preview "+m.Call.Key, func(ctx context.Context, _ func(any) error) any {
		ctx, cancel := context.WithTimeout(ctx, previewWithin)
		defer cancel()
		out := Previewed{Key: m.Call.Key}
		guarded(func(stack []byte) {
			log.Error("tool crashed in a preview", "tool", h.spec.FullName(), "stack", string(stack))
		}, func() *tool.Result {
			out.Diff, out.Fails = p.Preview(ctx, m.Call)
			out.Diff = cutPreview(out.Diff)
			return nil
		})
		return answer{to: m.ReplyTo, note: out}
	})
}

// cutPreview gives the first lines of a difference.
func cutPreview(diff string) string {
	end := 0
	for range previewLines {
		i := strings.IndexByte(diff[end:], '\n')
		if i < 0 {
			return diff
		}
		end += i + 1
	}
	if rest := strings.Count(diff[end:], "\n"); rest > 0 {
		return diff[:end] + fmt.Sprintf("… %d more lines\n", rest)
	}
	return diff
}
