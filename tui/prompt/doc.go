// Package prompt is where a person writes: the editor ([Editor]), what it remembers ([History]) and the
// places in the text that can be completed ([Token]).
//
// The editor keeps a text of its own and is not built on tview.TextArea. That one has its keys fixed,
// gives no way to colour tokens, has no unit that is several characters wide and behaves like one (a
// folded paste), keeps one clipboard instead of a ring, and loses its undo history whenever the text
// is set from outside, as history and completion do all the time. What is left to share is less
// than what would have to be worked around.
//
// The parts: [buffer] is the text with cursor, selection, undo and what was cut; cluster.go knows
// where the cursor can stand; layout.go makes rows for a width; editor.go and its neighbours are the
// widget. Nothing here knows a key: [Editor.Do] takes actions, and says whether it had a use for one.
//
// A large paste is folded into one character of the text, a chip, that is shown as
// "[paste 1: 120 lines]". Chips are runes from a private range; text from outside never holds them.
package prompt
