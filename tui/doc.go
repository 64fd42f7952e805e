// Package tui is the chat: a full-screen conversation in the terminal.
//
//	session actor ──Batch──> renderer actor ──> frame goroutine ──QueueUpdateDraw──> UI goroutine (tview)
//	              <──Ready──                    (owns view.Model)                     │ a person acts
//	              <──── UserTurn, Cancel, Answer ... (told, never asked) ─────────────┘
//
// The parts:
//
//   - [eidolon/tui/view] turns events into items of styled text. It is pure.
//   - [eidolon/tui/screen] has the widgets, the layer between tview and the terminal, and the pacer: the
//     frame goroutine, which owns the model and draws at the pace that the terminal can take.
//   - [eidolon/tui/overlay] has the panels above the prompt or in its place.
//   - [eidolon/tui/prompt] is the editor, [eidolon/tui/keys] the table of keys, [eidolon/tui/theme] how
//     each role of text looks.
//   - [eidolon/tui/plain] is the same conversation line by line, for dumb terminals, pipes and readers.
//   - this package joins them: what a key does, what is sent to the session, what is open.
//
// All fields of the chat belong to the UI goroutine. What may block runs beside it ([chat.beside]) and
// comes back as a function that the UI goroutine runs with its next frame. Handlers do no I/O.
//
// What the chat needs of the program around it (sessions, files, models, the clipboard) are the
// interfaces in host.go; package app fulfils them.
package tui
