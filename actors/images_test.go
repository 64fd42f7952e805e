package actors_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"testing"

	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/actors/model"
	"eidolon/actors/session"
)

// looker is a model that notes what it is shown.
type looker struct {
	model.Client
	mu   sync.Mutex
	seen []string // of each request, the texts and pictures of the user
}

func (l *looker) Stream(ctx context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	var all []string
	for _, m := range req.Messages {
		if m.Role != model.User {
			continue
		}
		for _, i := range m.Images {
			all = append(all, "<"+string(i.Data)+">")
		}
		all = append(all, m.Text)
	}
	l.mu.Lock()
	l.seen = append(l.seen, strings.Join(all, " "))
	l.mu.Unlock()
	return l.Client.Stream(ctx, req, emit)
}

// look is a prompt with a picture.
func look(text, data string) session.UserTurn {
	sum := sha256.Sum256([]byte(data))
	return session.UserTurn{Text: text, Images: []event.Image{{
		Name: data + ".png", MediaType: "image/png", SHA256: hex.EncodeToString(sum[:]), Bytes: len(data), Width: 1, Height: 1, Data: []byte(data),
	}}}
}

// forgetful is a log that has lost a picture.
type forgetful struct {
	journal.Log
	lost string
}

func (f forgetful) Image(i event.Image) ([]byte, error) {
	if i.Name == f.lost {
		return nil, context.DeadlineExceeded
	}
	return f.Log.Image(i)
}

// TestPicturesOfASession shows pictures to a model that sees, to one that does not, and again after a
// resume without one of them.
func TestPicturesOfASession(t *testing.T) {
	log := memory(t)
	var l looker
	options := func(log journal.Log) rigOptions {
		return rigOptions{log: log, change: func(o *session.Options) {
			l.Client = o.Model.Client
			o.Model.Client = &l
		}}
	}
	const script = "answers: [{repeat: 9, parts: [{text: ok}]}]"
	run(t, script, options(unclosable{log}), func(t *testing.T, r *rig) {
		say := func(m session.UserTurn) {
			r.conv.Tell(m)
			<-r.seen.ended
		}
		say(look("one", "a"))
		r.conv.Tell(session.SetModel{Model: session.ModelOptions{Profile: "p", Name: "m", Client: &l, Blind: true}})
		say(look("two", "b"))
		r.conv.Tell(session.SetModel{Model: session.ModelOptions{Profile: "p", Name: "m", Client: &l}})
		r.mustEnd("three", event.EndDone)
	})
	run(t, script, options(forgetful{unclosable{log}, "a.png"}), func(_ *testing.T, r *rig) { r.mustEnd("four", event.EndDone) })
	want := []string{
		"<a> one", "one two", "<a> one <b> two three",
		"one\n\n[The picture a.png that was shown here is not there any more.] <b> two three four",
	}
	if !slices.Equal(l.seen, want) {
		t.Errorf("the model was shown\n%q\nwant\n%q", l.seen, want)
	}
}
