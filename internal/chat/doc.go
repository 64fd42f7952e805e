// Package chat gives the screen the program around it: [Chat] fulfils the interfaces that package tui
// declares in host.go, and [Screen] joins a Chat, the terminal and the widgets.
//
// A Chat has one session open at a time, and opens the next one through package app as a command would.
// What it asks of the open session is what any front-end asks; what it does with sessions that are not
// open, listing, forking, rewinding, is the work of package threads. The rest is what stands around a
// conversation: the editor, the clipboard, the branch, and the small files in which a screen keeps its
// drafts and its history.
package chat
