package overlay_test

import (
	"fmt"
	"testing"

	"eidolon/tui/overlay"
	"eidolon/tui/screen"
)

// large is a list of a whole source tree, as it comes: in pages.
func large(n int) *overlay.List {
	l := overlay.NewList(overlay.Picker, overlay.ListOptions{Filter: true, Match: overlay.Contains})
	for page := range n / 200 {
		rows := make([]overlay.Row, 200)
		for i := range rows {
			path := fmt.Sprintf("internal/some/package%d/with_a_file_%d.go", page, i)
			rows[i] = overlay.Row{Value: path, Text: path}
		}
		l.AddRows(rows...)
	}
	return l
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		large(20_000)
	}
}

func BenchmarkFilter(b *testing.B) {
	l := large(20_000)
	for b.Loop() {
		l.SetFilter("")
		l.SetFilter("file_1")
	}
}

func BenchmarkDraw(b *testing.B) {
	l := large(20_000)
	s := newStage(b)
	s.screen.SetSize(200, 50)
	for b.Loop() {
		l.Draw(screen.Canvas{Screen: s.screen, Area: screen.Area{W: 200, H: 50}, Looks: roleLooks{}})
	}
}
