package view

import (
	"encoding/json"
	"slices"
)

// pageCard shows the beginning of a page, or where it leads instead. What would move the cursor in a
// terminal is shown.
func pageCard(c *call, o *outcome, l *look) card {
	if c.result == nil {
		return card{}
	}
	if to := o.text("leads_to"); to != "" {
		return card{folded: []*Block{noteBlock(l.F("it leads to %s, which was not asked", to))}, source: to}
	}
	k := l.textCard(o.text("content"))
	if len(k.folded) == 0 {
		k.folded = []*Block{dimText(l.T("no text in it"))}
	}
	if o.flag("truncated") && k.more != nil {
		k.more = append(slices.Clip(k.more), noteBlock(l.T("(the rest of the page is not shown)")))
	}
	return k
}

// hitsCard shows what a search of the web found: a title and an address on each line.
func hitsCard(c *call, o *outcome, l *look) card {
	var hits []struct{ Title, URL string }
	if c.result == nil || json.Unmarshal(o.Data["results"], &hits) != nil {
		return card{}
	}
	lines := make([]string, len(hits))
	for i, h := range hits {
		lines[i] = clipGraphemes(oneLine(h.Title), inputShown) + "  " + oneLine(h.URL)
	}
	return l.listCard(lines, false, "nothing was found")
}
