package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"eidolon/internal/app"
	"eidolon/internal/leaf/width"
)

// columns is how wide the terminal is on which the output is shown; 0 means that it does not matter.
func (h *host) columns() int {
	if n := terminalColumns(h.stdout); n > 0 {
		return n
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil {
		return n
	}
	return 0
}

// terminalColumns is how wide the terminal behind a stream is, or 0 when there is none.
func terminalColumns(stream io.Writer) int {
	if v, ok := stream.(*veil); ok {
		stream = v.to
	}
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			return columns
		}
	}
	return 0
}

// modelTable lays models out in columns. Those that do not fit are left out; the name is always there in
// full, as it is to be copied. One that is longer than half a line has a line of its own, so that it does not
// take the others' columns.
func modelTable(rows []app.ModelRow, columns int) string {
	table := [][]string{{"", "NAME", "MODEL", "WINDOW", "PRICE", "OUTPUT", "CAN", "KNOWN FROM"}}
	for _, r := range rows {
		mark := " "
		if r.Active {
			mark = "*"
		}
		model := r.Model
		if strings.HasSuffix(r.Name, "/"+r.Model) || strings.HasSuffix(r.Name, ":"+r.Model) {
			model = "" // the name says it
		}
		table = append(table, []string{
			mark, r.Name, model, tokens(r.Window), dollars(r.Price), tokens(r.Output), abilities(r), origin(r),
		})
	}
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			if cells := width.Of(cell); columns <= 0 || i > 2 || cells <= max(columns/2, 24) {
				widths[i] = max(widths[i], cells)
			}
		}
	}
	shown := fitting(widths, columns)
	var b strings.Builder
	for _, row := range table {
		if width.Of(row[1]) > widths[1] {
			b.WriteString(row[0] + " " + row[1] + "\n")
			if len(shown) == 2 {
				continue
			}
			row[0], row[1] = " ", ""
		}
		row[2] = width.Clip(row[2], widths[2])
		var line strings.Builder
		for _, i := range shown {
			line.WriteString(row[i] + strings.Repeat(" ", widths[i]-width.Of(row[i])))
			if i > 0 {
				line.WriteString("  ")
			} else {
				line.WriteString(" ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// fitting chooses the columns that fit: mark and name always, then each that there is room for. One that
// holds nothing is left out.
func fitting(widths []int, columns int) []int {
	heading := []int{0, 4, 5, 6, 5, 6, 3, 10}
	shown, used := []int{0, 1}, widths[0]+1+widths[1]
	for i := 2; i < len(widths); i++ {
		empty := i == 2 && widths[i] == heading[i] // every name says its model
		if empty || columns > 0 && used+2+widths[i] > columns {
			continue
		}
		shown, used = append(shown, i), used+2+widths[i]
	}
	return shown
}

// tokens writes a number of tokens as people say it.
func tokens(n int) string {
	switch {
	case n <= 0:
		return "-"
	case n >= 1_000_000:
		return strings.TrimSuffix(strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64), ".0") + "M"
	case n >= 1000:
		return strconv.Itoa(n/1000) + "k"
	}
	return strconv.Itoa(n)
}

func dollars(p *app.Prices) string {
	if p == nil {
		return "-"
	}
	return fmt.Sprintf("%s/%s", short(p.Input), short(p.Output))
}

func short(f float64) string { return strconv.FormatFloat(f, 'g', 4, 64) }

// abilities names what a model can do beside text.
func abilities(r app.ModelRow) string {
	var can []string
	if r.Images != nil && *r.Images {
		can = append(can, "images")
	}
	if len(r.Thinking) > 0 && r.Thinking[0] != "none" {
		can = append(can, "thinking")
	}
	if r.Native != nil && *r.Native {
		can = append(can, "tools")
	}
	if len(can) == 0 {
		return "-"
	}
	return strings.Join(can, ",")
}

func origin(r app.ModelRow) string {
	switch {
	case r.Problem != "":
		return r.Problem
	case r.Source == "":
		return "-"
	}
	return r.Source
}
