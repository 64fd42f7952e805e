package store

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/internal/private"
)

// shown gives a message with a picture whose bytes are those of the text.
func shown(seq int64, texts ...string) event.Envelope {
	m := event.Message{Role: event.RoleUser, Text: "look"}
	for _, text := range texts {
		sum := sha256.Sum256([]byte(text))
		m.Images = append(m.Images, event.Image{
			Name: text + ".png", MediaType: "image/png", SHA256: hex.EncodeToString(sum[:]), Bytes: len(text), Width: 1, Height: 1, Data: []byte(text),
		})
	}
	return event.Envelope{Seq: seq, Time: start, Turn: 1, Event: m}
}

// imagesOf gives the pictures of a log as its events name them, each with what the log has for it.
func imagesOf(t *testing.T, l *Log) []string {
	t.Helper()
	var out []string
	for _, e := range readAll(t, l, 0) {
		m, _ := e.Event.(event.Message)
		for _, i := range m.Images {
			if i.Data != nil {
				t.Error("an event was read back with the bytes")
			}
			data, err := l.Image(i)
			if err != nil {
				data = []byte("-")
			}
			out = append(out, string(data))
		}
	}
	return out
}

func TestImagesAreKeptOnce(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(1))
	appendAll(t, l, []event.Envelope{shown(1, "a", "b"), shown(2, "a")})
	dir := filepath.Join(l.Facts().Dir, "images")
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Fatalf("files %v, %v", entries, err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Mode().Perm() != private.FileMode || filepath.Ext(e.Name()) != ".png" {
			t.Errorf("%s: %v, %v", e.Name(), info.Mode(), err)
		}
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != private.DirMode {
		t.Errorf("the directory is %v, %v", info.Mode(), err)
	}
	closed(t, l)
	l = reopen(t, o)
	if got := imagesOf(t, l); !slices.Equal(got, []string{"a", "b", "a"}) {
		t.Errorf("pictures %q", got)
	}
	if strings.Contains(content(t, l.Facts().Dir, eventsName), "data") {
		t.Error("the bytes are in the log")
	}
	closed(t, l)
}

func TestImagesInMemory(t *testing.T) {
	l := must(t)(Memory(Options{}))
	appendAll(t, l, conversation(1))
	appendAll(t, l, []event.Envelope{shown(1, "a")})
	if got := imagesOf(t, l); !slices.Equal(got, []string{"a"}) {
		t.Errorf("pictures %q", got)
	}
	if _, err := l.Image(shown(2, "b").Event.(event.Message).Images[0]); err == nil {
		t.Error("it has a picture that nobody showed")
	}
}

// A file that is gone, was changed, or is none of ours is no picture; the check says so.
func TestImagesThatCannotBeRead(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(1))
	event1 := shown(1, "gone", "changed", "longer", "linked", "fine")
	appendAll(t, l, []event.Envelope{event1})
	names := map[string]string{}
	for _, i := range event1.Event.(event.Message).Images {
		names[strings.TrimSuffix(i.Name, ".png")] = filepath.Join(l.Facts().Dir, "images", i.SHA256+".png")
	}
	put(t, "linked", t.TempDir(), "linked")
	for _, err := range []error{
		os.Remove(names["gone"]), os.WriteFile(names["changed"], []byte("CHANGED"), 0o600), os.WriteFile(names["longer"], []byte("longer by much"), 0o600),
		os.Rename(names["linked"], names["linked"]+".x"), os.Symlink(names["linked"]+".x", names["linked"]),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := imagesOf(t, l); !slices.Equal(got, []string{"-", "-", "-", "-", "fine"}) {
		t.Errorf("pictures %q", got)
	}
	closed(t, l)
	stored := Stored{ID: testID, Dir: l.Facts().Dir}
	report, err := stored.Check()
	if err != nil || len(report.Problems) != 4 || !strings.Contains(report.Problems[0].Message, `the picture "gone.png" cannot be read, and the model is told so`) {
		t.Errorf("problems %v, %v", report.Problems, err)
	}
}

// What a log names may come from somebody else: no name leads anywhere else.
func TestImagesWithForeignNames(t *testing.T) {
	l := create(t, options(t))
	for _, i := range []event.Image{
		{SHA256: "../../state", MediaType: "image/png"},
		{SHA256: strings.Repeat("a", 62), MediaType: "image/png"},
		{SHA256: strings.Repeat("a", 64), MediaType: "image/../x"},
		{SHA256: strings.Repeat("a", 64), MediaType: ""},
	} {
		if data, err := l.Image(i); err == nil {
			t.Errorf("%+v gives %q", i, data)
		}
		i.Data = []byte("x")
		m := event.Envelope{Seq: l.Next(), Event: event.Message{Role: event.RoleUser, Images: []event.Image{i}}}
		if l.keepImages([]event.Envelope{m}) == nil {
			t.Errorf("%+v is kept", i)
		}
	}
}

// A link in the place of the directory is not written through, and nothing is acknowledged.
func TestImagesDirectoryIsALink(t *testing.T) {
	l := create(t, options(t))
	appendAll(t, l, conversation(1))
	elsewhere := t.TempDir()
	if err := os.Symlink(elsewhere, filepath.Join(l.Facts().Dir, "images")); err != nil {
		t.Fatal(err)
	}
	if err := l.Append([]event.Envelope{shown(1, "a")}, true); err == nil {
		t.Error("it was kept")
	}
	if entries, err := os.ReadDir(elsewhere); err != nil || len(entries) > 0 {
		t.Errorf("written: %v, %v", entries, err)
	}
	if got := len(readAll(t, l, 0)); got != 1 {
		t.Errorf("%d events", got)
	}
}

func TestForkSharesImages(t *testing.T) {
	o := options(t)
	l := create(t, o)
	appendAll(t, l, conversation(1))
	appendAll(t, l, []event.Envelope{shown(1, "a"), shown(2, "b"), shown(3, "c")})
	gone := shown(2, "b").Event.(event.Message).Images[0]
	closed(t, l)
	if err := os.Remove(filepath.Join(l.Facts().Dir, "images", gone.SHA256+".png")); err != nil {
		t.Fatal(err)
	}
	fork, err := Fork(t.Context(), Options{Base: o.Base, Workspace: o.Workspace}, Stored{ID: testID, Dir: l.Facts().Dir, Workspace: o.Workspace}, 2)
	if err != nil {
		t.Fatal(err)
	}
	o.ID = fork.ID
	l = reopen(t, o)
	if got := imagesOf(t, l); !slices.Equal(got, []string{"a", "-"}) {
		t.Errorf("pictures %q", got)
	}
	if entries, err := os.ReadDir(filepath.Join(fork.Dir, "images")); err != nil || len(entries) != 1 {
		t.Errorf("files %v, %v", entries, err)
	}
}
