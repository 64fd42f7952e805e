package keys

// row is one line of the table: an action, its name in the configuration, where it can happen, the
// keys that it has unless the configuration says otherwise, and the help.
type row struct {
	action  Action
	name    string
	context Context
	keys    []string
	help    string
}

// rows are all actions, in the order of the help. Some keys have several spellings because terminals
// report them differently: Ctrl+_ is Ctrl+/ on many.
var rows = [...]row{
	{Submit, "prompt.submit", Prompt, []string{"enter"}, "send; while a turn runs: queue"},
	{Newline, "prompt.newline", Prompt, []string{"shift+enter", "ctrl+enter", "alt+enter", "ctrl+j"}, "new line; also a backslash, then Enter"},
	{Complete, "prompt.complete", Prompt, []string{"tab"}, "complete; on a folded paste: unfold it"},
	{HistorySearch, "history.search", Prompt, []string{"ctrl+r"}, "search earlier prompts"},
	{Editor, "prompt.editor", Prompt, []string{"ctrl+g"}, "write in $VISUAL or $EDITOR"},
	{CursorLeft, "cursor.left", Prompt, []string{"left", "ctrl+b"}, "left"},
	{CursorRight, "cursor.right", Prompt, []string{"right"}, "right"},
	{CursorUp, "cursor.up", Prompt, []string{"up", "ctrl+p"}, "up; on the first row: the prompt before"},
	{CursorDown, "cursor.down", Prompt, []string{"down", "ctrl+n"}, "down; on the last row: the prompt after"},
	{WordLeft, "cursor.word-left", Prompt, []string{"alt+b", "ctrl+left", "alt+left"}, "to the start of the word"},
	{WordRight, "cursor.word-right", Prompt, []string{"alt+f", "ctrl+right", "alt+right"}, "to the end of the word"},
	{LineStart, "cursor.line-start", Prompt, []string{"ctrl+a", "home"}, "to the start of the line"},
	{LineEnd, "cursor.line-end", Prompt, []string{"ctrl+e", "end"}, "to the end of the line"},
	{TextStart, "cursor.text-start", Prompt, []string{"alt+<"}, "to the start of the text"},
	{TextEnd, "cursor.text-end", Prompt, []string{"alt+>"}, "to the end of the text"},
	{SelectLeft, "select.left", Prompt, []string{"shift+left"}, "select to the left"},
	{SelectRight, "select.right", Prompt, []string{"shift+right"}, "select to the right"},
	{SelectUp, "select.up", Prompt, []string{"shift+up"}, "select a row up"},
	{SelectDown, "select.down", Prompt, []string{"shift+down"}, "select a row down"},
	{SelectWordLeft, "select.word-left", Prompt, []string{"ctrl+shift+left", "alt+shift+left"}, "select to the start of the word"},
	{SelectWordRight, "select.word-right", Prompt, []string{"ctrl+shift+right", "alt+shift+right"}, "select to the end of the word"},
	{SelectLineStart, "select.line-start", Prompt, []string{"shift+home"}, "select to the start of the line"},
	{SelectLineEnd, "select.line-end", Prompt, []string{"shift+end"}, "select to the end of the line"},
	{SelectAll, "select.all", Prompt, []string{"ctrl+x h"}, "select everything"},
	{DeleteLeft, "delete.left", Prompt, []string{"backspace", "shift+backspace"}, "delete to the left"},
	{DeleteRight, "delete.right", Prompt, []string{"delete", "ctrl+d"}, "delete to the right"},
	{KillLineStart, "kill.line-start", Prompt, []string{"ctrl+u"}, "cut to the start of the line"},
	{KillLineEnd, "kill.line-end", Prompt, []string{"ctrl+k"}, "cut to the end of the line"},
	{KillWordLeft, "kill.word-left", Prompt, []string{"ctrl+w", "alt+backspace", "ctrl+backspace"}, "cut the selection or the word before"},
	{KillWordRight, "kill.word-right", Prompt, []string{"alt+d", "alt+delete", "ctrl+delete"}, "cut the word behind"},
	{Yank, "yank", Prompt, []string{"ctrl+y"}, "put back what was cut last"},
	{YankOlder, "yank.older", Prompt, []string{"alt+y"}, "put back what was cut before that instead"},
	{Undo, "undo", Prompt, []string{"ctrl+_", "ctrl+/", "ctrl+-"}, "undo"},
	{Redo, "redo", Prompt, []string{"alt+z", "alt+_", "ctrl+shift+z"}, "redo"},

	{Interrupt, "interrupt", Always, []string{"ctrl+c"}, "copy the selection, close the box, cancel the turn, clear the prompt; twice: quit"},
	{Suspend, "suspend", Always, []string{"ctrl+z"}, "stop to the shell"},
	{Redraw, "redraw", Always, []string{"ctrl+l"}, "paint the screen anew"},
	{Help, "help", Always, []string{"f1"}, "this help"},

	{HistoryPrevious, "history.previous", Chat, []string{"alt+p"}, "the prompt before"},
	{HistoryNext, "history.next", Chat, []string{"alt+n"}, "the prompt after"},
	{Escape, "escape", Chat, []string{"esc"}, "close the box, drop the selection, leave the search, cancel the turn"},
	{Quit, "quit", Chat, []string{"ctrl+d"}, "quit, when the prompt is empty"},
	{NextPosture, "posture.next", Chat, []string{"shift+tab"}, "next posture: ask, auto, plan"},
	{QueueTake, "queue.take", Chat, []string{"alt+up"}, "take the newest waiting prompt back"},
	{QueueShow, "queue.show", Chat, []string{"ctrl+x q"}, "list waiting prompts: take one back or remove it"},
	{ScrollPageUp, "scroll.page-up", Chat, []string{"pgup"}, "scroll a page up"},
	{ScrollPageDown, "scroll.page-down", Chat, []string{"pgdn"}, "scroll a page down"},
	{ScrollTop, "scroll.top", Chat, []string{"ctrl+home"}, "scroll to the start"},
	{ScrollEnd, "scroll.end", Chat, []string{"ctrl+end", "end"}, "scroll to the end and follow"},
	{MarkUp, "mark.up", Chat, []string{"ctrl+up"}, "mark the item above"},
	{MarkDown, "mark.down", Chat, []string{"ctrl+down"}, "mark the item below"},
	{ToggleOutput, "output.toggle", Chat, []string{"ctrl+o"}, "fold or unfold the marked item or the latest output"},
	{ToggleAllOutput, "output.toggle-all", Chat, []string{"alt+o"}, "fold or unfold every output"},
	{CopyMarked, "copy.marked", Chat, []string{"ctrl+x y"}, "copy the marked item as it was written"},
	{CopyAnswer, "copy.answer", Chat, []string{"ctrl+x c"}, "copy the last answer"},
	{TranscriptSearch, "transcript.search", Chat, []string{"ctrl+x /"}, "search the transcript"},
	{Todos, "todos", Chat, []string{"ctrl+t"}, "the list of things to do"},
	{Files, "files", Chat, []string{"ctrl+f"}, "choose files"},
	{Sessions, "sessions", Chat, []string{"ctrl+x s"}, "switch to another session"},
	{Models, "models", Chat, []string{"ctrl+x m"}, "choose the model"},
	{Agents, "agents", Chat, []string{"ctrl+x a"}, "choose the agent"},

	{ListUp, "list.up", List, []string{"up", "ctrl+p"}, "up"},
	{ListDown, "list.down", List, []string{"down", "ctrl+n"}, "down"},
	{ListPageUp, "list.page-up", List, []string{"pgup"}, "a page up"},
	{ListPageDown, "list.page-down", List, []string{"pgdn"}, "a page down"},
	{ListAccept, "list.accept", List, []string{"tab", "enter"}, "take the entry"},
	{ListClose, "list.close", List, []string{"esc"}, "close"},

	{BoxUp, "box.up", Box, []string{"up", "ctrl+p"}, "up"},
	{BoxDown, "box.down", Box, []string{"down", "ctrl+n"}, "down"},
	{BoxPageUp, "box.page-up", Box, []string{"pgup"}, "a page up"},
	{BoxPageDown, "box.page-down", Box, []string{"pgdn"}, "a page down"},
	{BoxTop, "box.top", Box, []string{"home", "ctrl+home"}, "to the start"},
	{BoxEnd, "box.end", Box, []string{"end", "ctrl+end"}, "to the end"},
	{BoxAccept, "box.accept", Box, []string{"enter"}, "take the entry"},
	{BoxNextField, "box.next", Box, []string{"tab"}, "the next part of the box"},
	{BoxErase, "box.erase", Box, []string{"backspace"}, "delete a character of the filter"},
	{BoxEraseAll, "box.erase-all", Box, []string{"ctrl+u"}, "empty the filter"},
	{BoxClose, "box.close", Box, []string{"esc"}, "close"},

	{ApproveOnce, "approve.once", Approval, []string{"y"}, "allow this once"},
	{ApproveSession, "approve.session", Approval, []string{"s"}, "allow in this session"},
	{ApproveProject, "approve.project", Approval, []string{"p"}, "allow in this project"},
	{ApproveDeny, "approve.deny", Approval, []string{"n", "esc"}, "refuse"},
	{ApproveReason, "approve.reason", Approval, []string{"tab"}, "add a note to the model"},
	{ApproveChoose, "approve.choose", Approval, []string{"enter"}, "give the marked answer"},
	{ApprovePreviousChoice, "approve.previous", Approval, []string{"left"}, "mark the answer before"},
	{ApproveNextChoice, "approve.next", Approval, []string{"right"}, "mark the answer after"},

	{SearchNext, "search.next", Search, []string{"down", "ctrl+n"}, "next hit"},
	{SearchPrevious, "search.previous", Search, []string{"up", "ctrl+p"}, "hit before"},
	{SearchDone, "search.done", Search, []string{"enter"}, "go on to the next hit"},
	{SearchClose, "search.close", Search, []string{"esc"}, "leave the search"},

	{CardChoose, "card.choose", Cards, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, "choose the answer with that number"},

	{QueueSendNext, "queue.send-next", Cancelled, []string{"s", "enter"}, "send the next one"},
	{QueueKeep, "queue.keep", Cancelled, []string{"k", "esc"}, "keep them waiting"},
	{QueueDrop, "queue.drop", Cancelled, []string{"d"}, "drop them"},
}
