package contextfiles_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/internal/contextfiles"
)

// drawn gives a picture of the size in a format.
func drawn(t *testing.T, kind string, width, height int) string {
	t.Helper()
	var b bytes.Buffer
	gray := image.NewGray(image.Rect(0, 0, width, height))
	var err error
	switch kind {
	case "png":
		err = png.Encode(&b, gray)
	case "jpeg":
		err = jpeg.Encode(&b, gray, nil)
	case "gif":
		err = gif.Encode(&b, gray, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// images resolves a prompt and gives the pictures without their bytes, after checking those.
func (s *scene) images(t *testing.T, text string) ([]event.Image, contextfiles.Turn) {
	t.Helper()
	got, err := s.Resolve(t.Context(), contextfiles.Input{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	var out []event.Image
	for _, i := range got.Images {
		if sum := sha256.Sum256(i.Data); hex.EncodeToString(sum[:]) != i.SHA256 || len(i.Data) != i.Bytes {
			t.Errorf("%s has %d bytes and sum %x, and says %d and %s", i.Name, len(i.Data), sum, i.Bytes, i.SHA256)
		}
		i.Data, i.SHA256, i.Bytes = nil, "", 0
		out = append(out, i)
	}
	return out, got
}

func TestPictures(t *testing.T) {
	s := set(t, map[string]string{
		"w/shot.png": drawn(t, "png", 640, 480), "w/dir/notes.txt": drawn(t, "jpeg", 3, 4), "w/a b.gif": drawn(t, "gif", 5, 6),
		"elsewhere/e.png": drawn(t, "png", 1, 2), "w/code.go": "package x\n",
	})
	elsewhere := filepath.Join(s.dir, "elsewhere", "e.png")
	got, turn := s.images(t, `compare @shot.png, @file:dir/notes.txt, @"a b.gif", @`+elsewhere+` and @shot.png with @code.go`)
	want := []event.Image{
		{Name: "shot.png", MediaType: "image/png", Width: 640, Height: 480},
		{Name: "notes.txt", MediaType: "image/jpeg", Width: 3, Height: 4},
		{Name: "a b.gif", MediaType: "image/gif", Width: 5, Height: 6},
		{Name: "e.png", MediaType: "image/png", Width: 1, Height: 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if string(turn.Images[0].Data) != drawn(t, "png", 640, 480) {
		t.Error("the bytes are others")
	}
	const end = " with @code.go\n\n[image: shot.png 640x480]\n\n[image: notes.txt 3x4]\n\n[image: a b.gif 5x6]\n\n[image: e.png 1x2]\n\n<file path=\"code.go\">\npackage x\n</file>"
	if !strings.HasSuffix(turn.Text, end) || len(turn.Before)+len(turn.Notices) > 0 {
		t.Errorf("turn %+v", turn)
	}
	if got, err := s.Preview(t.Context(), "shot.png"); got != "[image: shot.png 640x480]\n" || err != nil {
		t.Errorf("preview %q, %v", got, err)
	}
}

func TestPicturesThatAreRefused(t *testing.T) {
	shot := drawn(t, "png", 4, 4)
	huge := shot[:16] + "\x00\x00\x1f\x41\x00\x00\x00\x04" + shot[24:]
	s := set(t, map[string]string{
		"w/huge.png": huge, "w/cut.png": shot[:len(shot)-20], "w/both.png": shot + "PK\x03\x04zip", "w/page.png": "<html>" + shot,
		"w/big.png": shot + strings.Repeat("\x00", 5<<20), "w/broken.jpg": "\xff\xd8\xff\xe0\x00\x00", "w/private/shot.png": shot,
		"elsewhere/shot.png": shot, "elsewhere/secret/shot.png": shot, "w/fine.png": shot,
	})
	if err := os.Symlink(filepath.Join(s.dir, "elsewhere", "shot.png"), filepath.Join(s.dir, "w", "link.png")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ ref, notice string }{
		{"@huge.png", "@huge.png was left out: a picture of 8001x4 pixels; at most 8000 a side can be shown"},
		{"@file:cut.png", "@file:cut.png was left out: the picture is cut off"},
		{"@both.png", "@both.png was left out: there is something behind the end of the picture; save it anew"},
		{"@page.png", fmt.Sprintf("@page.png: not text, so its %d bytes are not shown", len(shot)+6)},
		{"@big.png", "@big.png was left out: a picture of 5120 KiB; at most 5 MiB can be shown"},
		{"@broken.jpg", "@broken.jpg was left out: the picture is damaged"},
		{"@private/shot.png", "@private/shot.png was left out: a protected path"},
		{"@file:../elsewhere/shot.png", "@file:../elsewhere/shot.png was left out: the path is outside the workspace"},
		{"@file:link.png", "@file:link.png was left out: the path is outside the workspace"},
		{"@" + s.dir + "/elsewhere/secret/shot.png", "@" + s.dir + "/elsewhere/secret/shot.png was left out: a protected path"},
	} {
		got, turn := s.images(t, "see "+test.ref+" and @fine.png")
		if diff := cmp.Diff([]string{test.notice}, turn.Notices); diff != "" || len(got) != 1 || got[0].Name != "fine.png" {
			t.Errorf("%s: %v %s", test.ref, got, diff)
		}
	}
}

// The text of a command that the project brings shows nothing from elsewhere.
func TestPicturesOfTheProjectsCommands(t *testing.T) {
	s := set(t, map[string]string{"elsewhere/e.png": drawn(t, "png", 1, 1), "w/shot.png": drawn(t, "png", 1, 1)})
	plant(t, s.dir, map[string]string{"w/.eidolon/commands/look.md": "look at @file:" + filepath.Join(s.dir, "elsewhere", "e.png") + " and @shot.png"})
	got, turn := s.images(t, "/look")
	if len(got) != 1 || got[0].Name != "shot.png" || len(turn.Notices) != 1 || !strings.Contains(turn.Notices[0], "files of the workspace only") {
		t.Errorf("pictures %v, notices %q", got, turn.Notices)
	}
}

func TestBoundsOfPictures(t *testing.T) {
	files := map[string]string{}
	var refs []string
	for n := range 22 {
		name := fmt.Sprintf("s%02d.png", n)
		files["w/"+name] = drawn(t, "png", n+1, 1)
		refs = append(refs, "@"+name)
	}
	s := set(t, files)
	got, turn := s.images(t, strings.Join(refs, " "))
	if len(got) != 20 || len(turn.Notices) != 2 || turn.Notices[1] != "@s21.png was left out: a prompt can show at most 20 pictures" {
		t.Errorf("%d pictures, notices %q", len(got), turn.Notices)
	}

	files, refs = map[string]string{}, nil
	for n := range 6 { // of 4 MiB each: a chunk that nobody knows makes up the rest
		shot := drawn(t, "png", n+1, 1)
		const fill = 4 << 20
		name := fmt.Sprintf("s%d.png", n)
		files["w/"+name] = shot[:33] + "\x00\x40\x00\x00fiLl" + strings.Repeat("x", fill) + "crc!" + shot[33:]
		refs = append(refs, "@"+name)
	}
	s = set(t, files)
	got, turn = s.images(t, strings.Join(refs, " "))
	if len(got) != 4 || len(turn.Notices) != 2 || !strings.Contains(turn.Notices[0], "may have 20 MiB together") {
		t.Errorf("%d pictures, notices %q", len(got), turn.Notices)
	}
}
