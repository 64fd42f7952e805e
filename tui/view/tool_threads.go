package view

import (
	"encoding/json"
	"fmt"
	"strings"
)

// searchCard shows in which sessions something was found, with the numbers of the messages.
func searchCard(c *call, o *outcome, l *look) card {
	var hits []struct {
		ID  string
		Seq int64
	}
	if c.result == nil || json.Unmarshal(o.Data["hits"], &hits) != nil {
		return card{}
	}
	var lines []string
	last := ""
	for _, h := range hits {
		if len(lines) == 0 || h.ID != last {
			lines, last = append(lines, shortID(h.ID)+" "), h.ID
		}
		lines[len(lines)-1] += fmt.Sprintf(" #%d", h.Seq)
	}
	return l.listCard(lines, o.flag("truncated"), "nothing was found")
}

// threadCard shows which part of a session was read.
func threadCard(c *call, o *outcome, l *look) card {
	var id string
	var shown []int64
	if c.result == nil || json.Unmarshal(o.Data["shown"], &shown) != nil || json.Unmarshal(o.Data["id"], &id) != nil {
		return card{}
	}
	var before, after int
	_ = json.Unmarshal(o.Data["before"], &before) // both are told if they are there
	_ = json.Unmarshal(o.Data["after"], &after)
	parts := []string{l.F("session %s, messages read: %d", shortID(id), len(shown))}
	if before > 0 {
		parts = append(parts, l.F("earlier: %d", before))
	}
	if after > 0 {
		parts = append(parts, l.F("later: %d", after))
	}
	return card{folded: []*Block{dimText(strings.Join(parts, ", "))}, source: id}
}

// shortID is as much of a session's id as a line shows.
func shortID(id string) string { return oneLine(id[:min(8, len(id))]) }
