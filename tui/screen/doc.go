// Package screen is what the chat draws with: the widgets, and under them the floor on which they
// stand.
//
//	Terminal  the terminal and its modes: opened once, left as it was found on every way out
//	Diff      the tcell.Screen between tview and the terminal: sends what changed and nothing else
//	Pacer     the goroutine that owns the model of the screen and decides when a frame is drawn
//
// Three goroutines meet here. The renderer hands events to the Pacer. The Pacer's own goroutine applies
// them to the model and asks for frames. The goroutine of tview draws them, and is the only one that
// touches a widget or the cells of Diff.
package screen
