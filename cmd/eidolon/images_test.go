//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/model"
)

// pictures puts a PNG and a JPEG into the workspace, under names that say nothing of what they are.
func (s *site) pictures() (shot, photo []byte) {
	s.t.Helper()
	var a, b bytes.Buffer
	if err := png.Encode(&a, image.NewGray(image.Rect(0, 0, 64, 48))); err != nil {
		s.t.Fatal(err)
	}
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 10, 20)), nil); err != nil {
		s.t.Fatal(err)
	}
	for name, data := range map[string][]byte{"shot.png": a.Bytes(), "photo.txt": b.Bytes()} {
		if err := os.WriteFile(s.path(name), data, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	return a.Bytes(), b.Bytes()
}

// TestPicturesOnEveryWire shows pictures to a model: they arrive byte for byte, are kept once, and are
// sent again by a session that is resumed. One that is gone is told to the model.
func TestPicturesOnEveryWire(t *testing.T) {
	for _, wire := range wires {
		t.Run(wire.kind, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, "answers: [{repeat: 3, parts: [{text: I see.}]}]")
			s.configure(wire.kind, wire.base)
			shot, photo := s.pictures()
			said := s.run(0, "exec", "-p", "compare @shot.png with @file:photo.txt and @shot.png")
			if want := "[image: shot.png 64x48]\n[image: photo.txt 10x20]\n"; !strings.Contains(said, want) {
				t.Errorf("stderr %q, want %q in it", said, want)
			}
			s.run(0, "exec", "--continue", "-p", "and again @shot.png")
			sum := sha256.Sum256(photo)
			kept := filepath.Join(s.session(), "images", hex.EncodeToString(sum[:])+".jpg")
			if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the picture is kept as %v, %v", info, err)
			}
			if err := os.Remove(kept); err != nil {
				t.Fatal(err)
			}
			s.run(0, "exec", "--continue", "-p", "what was it?")

			first := []model.Image{{MediaType: "image/png", Data: shot}, {MediaType: "image/jpeg", Data: photo}}
			exchanges := s.srv.Exchanges()
			if len(exchanges) != 3 {
				t.Fatalf("%d requests", len(exchanges))
			}
			for i, want := range [][]model.Image{first, append(first, first[0]), {first[0], first[0]}} {
				var got []model.Image
				var text strings.Builder
				for _, m := range exchanges[i].Request.Messages {
					got = append(got, m.Images...)
					text.WriteString(m.Text)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("request %d: %s", i+1, diff)
				}
				if all := text.String(); !strings.Contains(all, "\n\n[image: shot.png 64x48]\n\n[image: photo.txt 10x20]") ||
					strings.Contains(all, "[The picture photo.txt that was shown here is not there any more.]") != (i == 2) {
					t.Errorf("request %d says %s", i+1, all)
				}
			}
			images, err := os.ReadDir(filepath.Dir(kept))
			if err != nil || len(images) != 1 {
				t.Errorf("pictures %v, %v", images, err)
			}
			for _, m := range ofType[event.Message](s.journal()) {
				if len(m.Images) > 0 && (m.Images[0].Bytes != len(shot) || m.Images[0].Width != 64 || m.Images[0].Height != 48 || m.Images[0].Name != "shot.png") {
					t.Errorf("the journal has %+v", m.Images[0])
				}
			}
		})
	}
}
