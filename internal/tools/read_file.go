package tools

import (
	"bytes"
	"context"
	"fmt"
	"unicode/utf8"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/clip"
)

const (
	readCap   = 51200    // bytes of content that one call gives
	firstScan = 1 << 20  // bytes that are read first in search of a line
	maxScan   = 65 << 20 // bytes in which a line is looked for at all: kept output has 64 MiB and a note
)

type readInput struct {
	Path      string `json:"path"`
	StartLine int64  `json:"startLine"`
	EndLine   *int64 `json:"endLine"`
	MaxBytes  int64  `json:"maxBytes"`
}

type readOutput struct {
	Path      string `json:"path"`
	Content   string `json:"content"`
	Truncated bool   `json:"truncated"`
	Bytes     int64  `json:"bytes"`           // of the whole file
	Image     string `json:"image,omitempty"` // what kind of picture it is, of which nothing is read
}

func (k *kit) readFile() tool.Handler {
	return handler[readInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "read_file", Aliases: []string{"read"},
			Summary: "Read a text file, or some of its lines. At most 50 KiB at once; @out/NAME reads the kept output of a command.",
			Params: []tool.Param{
				{Name: "path", Type: tool.String, Required: true},
				{Name: "startLine", Type: tool.Integer, Min: new(int64(1)), Summary: "first line, from 1"},
				{Name: "endLine", Type: tool.Integer, Min: new(int64(-1)), Summary: "last line, inclusive; -1 = end"},
				{Name: "maxBytes", Type: tool.Integer, Min: new(int64(1))},
			},
			ReadOnly: true, Subject: "path",
		},
		classify: func(in readInput) (tool.Class, error) { return k.classRead("path", in.Path) },
		run:      k.runRead,
	}
}

func (k *kit) runRead(ctx context.Context, c call, in readInput) tool.Result {
	src, err := k.open(c, in.Path)
	if err != nil {
		return failure(ctx, err, kindRead)
	}
	defer src.close()
	want, err := in.lines()
	if err != nil {
		return failure(ctx, err, kindRead)
	}
	piece, err := readLines(ctx, src, want)
	if fsapi.CodeOf(err) == fsapi.NotText {
		if r, is := readPicture(ctx, src); is {
			return r
		}
	}
	if err != nil {
		return fileFailure(ctx, src.files, src.rel, err, kindRead)
	}
	out := readOutput{
		Path: src.name(src.rel), Content: string(piece.data), Truncated: piece.cut, Bytes: piece.size,
	}
	r := tool.OK(out, out.Content+piece.note())
	if out.Content == "" && !piece.cut {
		r.Text = "(the file is empty)"
	}
	r.Cut = piece.cut
	return r
}

// lineRange says which lines are wanted and how many bytes of them.
type lineRange struct {
	first, last int64 // from 1; last is -1 for the end
	limit       int64
}

func (in readInput) lines() (lineRange, error) {
	want := lineRange{first: max(in.StartLine, 1), last: -1, limit: readCap}
	if in.EndLine != nil {
		want.last = *in.EndLine
	}
	if in.MaxBytes > 0 {
		want.limit = min(in.MaxBytes, readCap)
	}
	if want.last != -1 && want.last < want.first {
		return want, invalid("endLine", "endLine %d is before startLine %d; lines count from 1 and endLine -1 is the end",
			want.last, want.first)
	}
	return want, nil
}

// piece is a part of a file.
type piece struct {
	data  []byte
	first int64 // line it begins with
	cut   bool  // it ends before the wanted part does
	size  int64 // of the whole file
}

// readLines reads the wanted part of a file. Files have no index of lines, so everything before the
// part is read too, in steps that grow until the part is complete.
func readLines(ctx context.Context, src source, want lineRange) (piece, error) {
	limit := want.limit
	if want.first > 1 || want.last != -1 {
		limit = max(limit, firstScan)
	}
	for {
		content, err := src.files.Read(ctx, src.rel, fsapi.ReadOptions{Limit: limit, Text: true})
		if err != nil {
			return piece{}, err
		}
		part, whole := selectLines(content.Data, want)
		switch {
		case whole || !content.Truncated:
			return finish(content, part, want)
		case limit >= maxScan || int64(len(content.Data)) < limit-utf8.UTFMax:
			return piece{}, fmt.Errorf("read %q: %w", src.name(src.rel), src.errTooFar(want.first, len(content.Data)))
		}
		limit = min(limit*8, maxScan)
	}
}

func (s source) errTooFar(line int64, scanned int) error {
	advice := "use bash with sed -n or tail"
	if s.prefix != "" { // bash does not reach kept output
		advice = "run the command again through sed -n, tail or grep"
	}
	return invalid("startLine", "line %d lies beyond the first %d bytes, which is as far as lines are counted; %s",
		line, scanned, advice)
}

// selectLines gives the wanted lines of data, which may be the beginning of a larger file. It says
// true when a larger beginning would not change what is shown.
func selectLines(data []byte, want lineRange) (part []byte, whole bool) {
	for line := int64(1); line < want.first; line++ {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return nil, false
		}
		data = data[i+1:]
	}
	if want.last == -1 {
		// A reading that was cut at a character's border may lack the last bytes of a character.
		return data, len(data) > 0 && int64(len(data)) > want.limit-utf8.UTFMax
	}
	end := 0
	for line := want.first; line <= want.last && int64(end) <= want.limit; line++ {
		i := bytes.IndexByte(data[end:], '\n')
		if i < 0 {
			return data, int64(len(data)) > want.limit
		}
		end += i + 1
	}
	return data[:end], true
}

// finish cuts the part to its limit and checks that its first line exists.
func finish(content fsapi.Content, part []byte, want lineRange) (piece, error) {
	if len(part) == 0 && want.first > 1 {
		if lines := countLines(content.Data); want.first > lines {
			return piece{}, invalid("startLine", "startLine %d is past the end: %q has %d %s",
				want.first, content.Path, lines, plural(int(lines), "line", "lines"))
		}
	}
	p := piece{data: part, first: want.first, size: content.Size}
	if int64(len(part)) > want.limit {
		p.data, p.cut = clip.Bytes(part, int(want.limit)), true
	} else if want.last == -1 && content.Truncated {
		p.cut = true
	}
	return p, nil
}

// note tells the model what is missing and how to get it. It is empty for a part that is complete.
func (p piece) note() string {
	if !p.cut {
		return ""
	}
	breaks := int64(bytes.Count(p.data, []byte("\n")))
	next := p.first + breaks
	lead := "\n"
	if n := len(p.data); n == 0 || p.data[n-1] == '\n' {
		lead = ""
	}
	if breaks == 0 {
		return fmt.Sprintf("%s[cut: line %d alone is longer than what was shown of it; the file has %d bytes. "+
			"grep shows parts of long lines.]", lead, p.first, p.size)
	}
	last := next - 1
	if lead != "" {
		last = next // shown in part, so the next call begins with it again
	}
	return fmt.Sprintf("%s[cut: lines %d-%d shown, the file has %d bytes. Go on with startLine = %d.]",
		lead, p.first, last, p.size, next)
}

// countLines counts lines, the last of which need not end in a line break.
func countLines(data []byte) int64 {
	n := bytes.Count(data, []byte("\n"))
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	return int64(n)
}
