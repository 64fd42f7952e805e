// Package keys says which key does what. It is one table of data: a context, the keys, an action and a
// sentence of help. The help overlay, the page docs/keys.md and the lookup while somebody types all come
// from it, so that they cannot differ.
//
// A context is a place that can have the keys. Several have them at once, the nearest first: with a
// list open above the prompt these are [List], [Prompt], [Chat] and [Always]. [Table.Lookup] takes them in that
// order. When whoever carries out an action finds nothing to do (Up on the first row of the prompt),
// the caller looks the key up again in the contexts behind the one that had it.
//
// Keys are those that the terminal reports, so their place follows the keyboard layout of the person.
// The same key arrives in different forms from different terminals; [Of] brings them to one form.
package keys
