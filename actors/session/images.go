package session

import (
	"fmt"
	"slices"

	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/actors/model"
)

// imageSize is what a picture counts as in the size of a conversation: about as many characters as the
// tokens that services count for one.
const imageSize = 6000

// loadImages gives the messages of an old log the bytes of their pictures, as far as the log has them.
// Those that were taken back stay without: nobody is sent them.
func loadImages(log journal.Log, events []event.Envelope) {
	var line event.Lineage
	for _, e := range events {
		line.Add(e)
	}
	for i, e := range events {
		m, ok := e.Event.(event.Message)
		if !ok || len(m.Images) == 0 || !line.Counts(e.Seq) {
			continue
		}
		m.Images = slices.Clone(m.Images)
		for j := range m.Images {
			data, err := log.Image(m.Images[j])
			if err != nil {
				data = []byte{} // it is gone
			}
			m.Images[j].Data = data
		}
		events[i].Event = m
	}
}

// seen gives the text and the pictures of a message as the model is to see them. A picture that is gone
// is replaced by words, so that the model does not talk of what it cannot see. One that nobody brought,
// as in a replay, is left out.
func seen(m event.Message) (string, []model.Image) {
	text, images := m.Text, []model.Image(nil)
	for _, i := range m.Images {
		switch {
		case len(i.Data) > 0:
			images = append(images, model.Image{MediaType: i.MediaType, Data: i.Data})
		case i.Data != nil:
			text += fmt.Sprintf("\n\n[The picture %s that was shown here is not there any more.]", i.Name)
		}
	}
	return text, images
}

// visible gives messages as a model is sent them: one that sees nothing gets no pictures.
func visible(m *ModelOptions, all []model.Message) []model.Message {
	if !m.Blind || !slices.ContainsFunc(all, func(m model.Message) bool { return len(m.Images) > 0 }) {
		return all
	}
	all = slices.Clone(all)
	for i := range all {
		all[i].Images = nil
	}
	return all
}
