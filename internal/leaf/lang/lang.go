// Package lang has the language of the screen. The English text in the code is the key, so that code stays
// readable and a text that somebody saw can be searched for; for each other language there is one file
// beside this one with the translations. Texts that models and programs read never come through here.
package lang

import (
	"embed"
	"fmt"
	"sync"
)

// Text is English text that has translations. Only constants become one: a test finds every constant of
// this type in the sources, and fails for one that a language lacks.
type Text string

// Table translates. The zero value leaves all as it is, which is English, and costs nothing.
type Table struct{ own *texts }

// texts are the translations into one language. They are read when the first one is needed.
type texts struct {
	tag  Tag
	once sync.Once
	to   map[Text]string
}

//go:embed *.po
var files embed.FS

// Of gives the table of a language.
func Of(tag Tag) Table {
	if tag == English || tag == "" {
		return Table{}
	}
	return Table{&texts{tag: tag}}
}

// Tag is the language of the table.
func (t Table) Tag() Tag {
	if t.own == nil {
		return English
	}
	return t.own.tag
}

// T gives a text in the language, or in English where the language lacks it.
func (t Table) T(text Text) string {
	if t.own == nil {
		return string(text)
	}
	return t.own.find(text)
}

// F is T for a text with verbs of package fmt. A translation has the same verbs, and numbers them where they
// come in another order.
func (t Table) F(format Text, args ...any) string {
	return fmt.Sprintf(t.T(format), args...)
}

// N is F for a text about a number of things, which is its first verb. English has a text of its own for one
// of them, without that verb. Other languages translate the second text alone, for any number.
func (t Table) N(n int, one, many Text, args ...any) string {
	if n == 1 && t.own == nil {
		return fmt.Sprintf(string(one), args...)
	}
	return fmt.Sprintf(t.T(many), append([]any{n}, args...)...)
}

func (x *texts) find(text Text) string {
	x.once.Do(func() {
		x.to = map[Text]string{}
		file, _ := files.ReadFile(string(x.tag) + ".po") // there is one for each
		for _, p := range Pairs(string(file)) {
			x.to[p.English] = p.Own
		}
	})
	if own := x.to[text]; own != "" {
		return own
	}
	return string(text)
}

// Pair is a text with its translation.
type Pair struct {
	English Text
	Own     string
	Line    int // of the file
}
