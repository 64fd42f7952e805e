package plain

import "context"

// work is something that may take its time, away from the conversation's goroutine.
type work struct {
	done   chan result
	cancel context.CancelFunc
}

// result is what became of it.
type result struct {
	line    string // that it was about
	reply   Reply
	notices []string
	err     error
}

func start(ctx context.Context, do func(context.Context) result) *work {
	ctx, cancel := context.WithCancel(ctx)
	w := &work{done: make(chan result, 1), cancel: cancel}
	go func() { w.done <- do(ctx) }()
	return w
}

// result gives where the result comes. From no work none does.
func (w *work) result() <-chan result {
	if w == nil {
		return nil
	}
	return w.done
}

// stop asks the work to end. Nobody waits for it.
func (w *work) stop() {
	if w != nil {
		w.cancel()
	}
}
