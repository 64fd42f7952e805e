package plain

import (
	"io"
	"strings"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
)

// printer writes the answer of the model to one place and everything else to another. With labels,
// both are one place, and each line says who speaks.
type printer struct {
	out, err io.Writer
	labelled bool
	lang     lang.Table // of the labels

	bol    bool  // the answer so far ends in a line break
	spoken bool  // the last thing that was written is of the answer
	asking bool  // a person is being asked, on the line that is open
	failed error // of the answer's place
}

// answer writes a piece of the answer.
func (p *printer) answer(text string) {
	if text == "" || p.failed != nil {
		return
	}
	if p.labelled {
		text = clean.Text(text)
		p.closeLine()
		if !p.spoken {
			p.endAnswer()
			text = p.lang.T("assistant: ") + text
		}
	}
	p.spoken, p.bol = true, strings.HasSuffix(text, "\n")
	_, p.failed = io.WriteString(p.out, text)
}

// endAnswer ends the line of the answer, so that what comes next begins on one of its own.
func (p *printer) endAnswer() {
	if !p.bol && p.failed == nil {
		_, p.failed = io.WriteString(p.out, "\n")
	}
	p.bol, p.spoken = true, false
}

// line writes text that is not the answer, behind its label. Further lines are indented.
func (p *printer) line(label lang.Text, text string) { p.item(p.lang.T(label), text) }

// item is line with a label that is no word.
func (p *printer) item(label, text string) {
	if p.labelled {
		p.endAnswer()
	}
	p.closeLine()
	text = clean.Text(strings.TrimRight(text, "\n"))
	p.status(label + strings.ReplaceAll(text, "\n", "\n  ") + "\n")
}

// ask opens a line for the person to type in, unless it is open already.
func (p *printer) ask(label lang.Text) {
	if p.asking {
		return
	}
	p.endAnswer()
	p.status(p.lang.T(label))
	p.asking = true
}

// typed says that the person has ended the line.
func (p *printer) typed() { p.asking = false }

// end ends every line that is open.
func (p *printer) end() {
	p.endAnswer()
	p.closeLine()
}

// closeLine ends the line that a person is asked in.
func (p *printer) closeLine() {
	if p.asking {
		p.status("\n")
		p.asking = false
	}
}

// status writes to where everything else goes. Nobody can be told that it is closed or full; the
// answer does not depend on it.
func (p *printer) status(text string) {
	if !p.labelled {
		_, _ = io.WriteString(p.err, text)
	} else if p.failed == nil {
		_, p.failed = io.WriteString(p.out, text)
	}
}
