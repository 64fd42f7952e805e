package prompt

// browse is where Up and Down are in the history, and what was being written before.
type browse struct {
	at    int // of the history, newest 0, or none
	draft Snapshot
}

// stop says that the text is no longer one of the history.
func (b *browse) stop() { b.at, b.draft = none, Snapshot{} }

// older shows the prompt before, with the cursor on its first row, so that the key goes on.
func (e *Editor) older() bool {
	text, ok := e.opt.History.At(e.browse.at + 1)
	if !ok {
		return false
	}
	to := e.browse
	if to.at == none {
		to.draft = e.Snapshot()
	}
	to.at++
	e.SetText(text)
	e.buf.moveTo(e.buf.rowFrom(0, e.cells).end, false)
	e.browse = to
	return true
}

// newer shows the prompt after, and behind the newest what was being written.
func (e *Editor) newer() bool {
	switch at, draft := e.browse.at, e.browse.draft; at {
	case none:
		return false
	case 0: // its folded pastes are still those of the buffer
		e.buf.replace(0, len(e.buf.text), draft.text, single)
		e.buf.moveTo(draft.cursor, false)
		e.buf.anchor = draft.anchor
		e.browse.stop()
	default:
		text, _ := e.opt.History.At(at - 1)
		e.SetText(text)
		e.browse = browse{at - 1, draft}
	}
	return true
}
