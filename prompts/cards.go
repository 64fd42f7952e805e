package prompts

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"eidolon/xnl"
)

// maxBrief is the number of bytes of a card that is made for a tool without one. There may be many
// such tools, and what they take can be asked for.
const maxBrief = 150

// cards gives the brief card of a tool, and its detail card if prompts tell it in full.
func (t *texts) cards(tool Tool) string {
	if tool.Schema != "" {
		return schemaCards(tool)
	}
	brief := t.read("tools/"+tool.Name+".brief.xnl", func(text string) error { return checkBrief(text, tool) })
	if brief == "" {
		return makeBrief(tool)
	}
	if Brief(tool) {
		return strings.TrimSpace(brief)
	}
	return strings.TrimSpace(brief) + "\n" + strings.TrimSpace(t.detail(tool))
}

// checkBrief accepts <tool { namespace = "..." name = "..." description = "..." }> for this tool.
func checkBrief(text string, tool Tool) error {
	card, err := parseCard(text, "tool")
	if err != nil {
		return err
	}
	for key, want := range map[string]string{"namespace": tool.Namespace, "name": tool.Name} {
		if got := field(card, key); got != want {
			return fmt.Errorf("its %s is %q instead of %q", key, got, want)
		}
	}
	if field(card, "description") == "" {
		return fmt.Errorf("it has no description")
	}
	return nil
}

// checkDetail accepts <tool_detail Namespace.name ( ... )> for this tool with a type_def inside.
func checkDetail(text string, tool Tool) error {
	card, err := parseCard(text, "tool_detail")
	if err != nil {
		return err
	}
	if want := tool.Namespace + "." + tool.Name; card.Head != want {
		return fmt.Errorf("it is the card of %q instead of %q", card.Head, want)
	}
	if def := card.Child("type_def"); def == nil || def.Text == nil {
		return fmt.Errorf("it has no type_def text")
	}
	return nil
}

func parseCard(text, tag string) (*xnl.Element, error) {
	if err := anyText(text); err != nil {
		return nil, err
	}
	card, _, err := xnl.ParseOne([]byte(text), xnl.Options{})
	if err != nil {
		return nil, err
	}
	if card.Tag != tag {
		return nil, fmt.Errorf("it begins with <%s instead of <%s", card.Tag, tag)
	}
	return card, nil
}

func field(card *xnl.Element, key string) string {
	if card.Attrs == nil {
		return ""
	}
	node, _ := card.Attrs.Get(key)
	text, _ := node.(xnl.String)
	return string(text)
}

// makeBrief makes a card from what the tool says of itself, shortened to its limit.
func makeBrief(tool Tool) string {
	summary := strings.Join(strings.Fields(strings.ToValidUTF8(tool.Summary, "")), " ")
	for {
		attrs := xnl.NewMap()
		if tool.Namespace != "" {
			attrs.Set("namespace", xnl.String(tool.Namespace))
		}
		attrs.Set("name", xnl.String(tool.Name))
		attrs.Set("description", xnl.String(summary))
		if tool.Main != "" {
			attrs.Set("main", xnl.String(tool.Main))
		}
		card, err := xnl.Format(&xnl.Element{Tag: "tool", Attrs: attrs}, xnl.Layout{})
		if err != nil {
			return ""
		}
		if len(card) <= maxBrief || summary == "" {
			return string(card)
		}
		// An escaped character takes two bytes in the card, so half of the excess may be enough.
		summary = shorten(summary, (len(card)-maxBrief+1)/2)
	}
}

// shorten takes at least n bytes off the end of s and marks that.
func shorten(s string, n int) string {
	const mark = "…"
	keep := len(strings.TrimSuffix(s, mark)) - n - len(mark)
	if strings.HasSuffix(s, mark) {
		keep += len(mark)
	}
	if keep <= 0 {
		return ""
	}
	for keep > 0 && !utf8.RuneStart(s[keep]) {
		keep--
	}
	return s[:keep] + mark
}

// schemaCards makes the cards of a tool whose inputs are known by a JSON Schema. The summary is as long
// as it is: whoever gave the tool has nothing else that tells the model about it.
func schemaCards(tool Tool) string {
	attrs := xnl.NewMap(xnl.Entry{Key: "name", Value: xnl.String(tool.Name)}, xnl.Entry{Key: "description", Value: xnl.String(tool.Summary)})
	if tool.Namespace != "" {
		attrs.Set("namespace", xnl.String(tool.Namespace))
	}
	if tool.Main != "" {
		attrs.Set("main", xnl.String(tool.Main))
	}
	def := &xnl.Element{Tag: "type_def", Text: &xnl.Text{Value: "The inputs as a JSON Schema:\n" + tool.Schema + "\n"}}
	detail := &xnl.Element{Tag: "tool_detail", Attrs: xnl.NewMap(xnl.Entry{Key: "name", Value: xnl.String(tool.Name)}), Ext: []*xnl.Element{def}}
	cards, err := xnl.FormatDoc([]*xnl.Element{{Tag: "tool", Attrs: attrs}, detail}, xnl.Layout{Pretty: true})
	if err != nil {
		return ""
	}
	return string(cards)
}
