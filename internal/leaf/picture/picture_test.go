package picture_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"eidolon/internal/leaf/picture"
)

// encoded gives a picture of the size in a format of the standard library.
func encoded(t testing.TB, kind string, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	gray := image.NewGray(image.Rect(0, 0, width, height))
	for i := range gray.Pix {
		gray.Pix[i] = byte(i * 7)
	}
	var err error
	switch kind {
	case "png":
		err = png.Encode(&b, gray)
	case "jpeg":
		err = jpeg.Encode(&b, gray, nil)
	case "gif":
		frame := image.NewPaletted(gray.Rect, color.Palette{color.Black, color.White})
		err = gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Smallest files of the three forms of WebP.
var webps = map[string]string{
	"lossy":    "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=",
	"lossless": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
	"extended": "UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==",
}

func webp(t testing.TB, form string) []byte {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(webps[form])
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestLook(t *testing.T) {
	for _, test := range []struct {
		name string
		data []byte
		want picture.Info
	}{
		{"png", encoded(t, "png", 300, 2), picture.Info{MediaType: "image/png", Width: 300, Height: 2}},
		{"jpeg", encoded(t, "jpeg", 300, 200), picture.Info{MediaType: "image/jpeg", Width: 300, Height: 200}},
		{"moving gif", encoded(t, "gif", 300, 2), picture.Info{MediaType: "image/gif", Width: 300, Height: 2}},
		{"webp, lossy", webp(t, "lossy"), picture.Info{MediaType: "image/webp", Width: 1, Height: 1}},
		{"webp, lossless", webp(t, "lossless"), picture.Info{MediaType: "image/webp", Width: 1, Height: 1}},
		{"webp, extended", webp(t, "extended"), picture.Info{MediaType: "image/webp", Width: 1, Height: 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := picture.Look(test.data)
			if got != test.want || err != nil {
				t.Errorf("got %+v, %v", got, err)
			}
			if !picture.Is(test.data[:min(16, len(test.data))]) {
				t.Error("its begin does not tell")
			}
			for n := range len(test.data) {
				if got, err := picture.Look(test.data[:n]); err == nil {
					t.Fatalf("cut after %d of %d bytes it is %+v", n, len(test.data), got)
				}
			}
			if _, err := picture.Look(append(bytes.Clone(test.data), "PK\x03\x04"...)); err == nil || !strings.Contains(err.Error(), "behind the end") {
				t.Errorf("with something behind it: %v", err)
			}
		})
	}
}

func TestHostileFiles(t *testing.T) {
	patched := func(data []byte, at int, with string) []byte {
		data = bytes.Clone(data)
		copy(data[at:], with)
		return data
	}
	shot := encoded(t, "png", 3, 3)
	photo := encoded(t, "jpeg", 3, 3)
	frame := bytes.Index(photo, []byte("\xff\xc0"))
	for _, test := range []struct {
		name  string
		data  []byte
		words string
	}{
		{"nothing", nil, "not a picture"},
		{"text", []byte("hello"), "not a picture"},
		{"a page with a picture in it", append([]byte("<html>"), shot...), "not a picture"},
		{"a PDF", []byte("%PDF-1.7"), "not a picture"},
		{"png without its head", patched(shot, 12, "XXXX"), "damaged"},
		{"png of no width", patched(shot, 16, "\x00\x00\x00\x00"), "damaged"},
		{"png of an endless chunk", patched(shot, 8, "\xff\xff\xff\xff"), "cut off"},
		{"png without pixels", append(bytes.Clone(shot[:33]), shot[len(shot)-12:]...), "damaged"},
		{"jpeg of two sizes", append(bytes.Clone(photo[:frame]), append(bytes.Clone(photo[frame:frame+19]), photo[frame:]...)...), "damaged"},
		{"jpeg with a short segment", patched(photo, 4, "\x00\x00"), "damaged"},
		{"gif of an unknown block", []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00?"), "damaged"},
		{"gif without colours", []byte("GIF89a\x01\x00\x01\x00\xff\x00\x00;"), "cut off"},
		{"webp of an unknown form", []byte("RIFF\x1a\x00\x00\x00WEBPXXXX\x0d\x00\x00\x00/0000000000000"), "damaged"},
		{"webp with chunks that do not fit", patched(webp(t, "lossless"), 16, "\x0f"), "damaged"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := picture.Look(test.data)
			if err == nil || !strings.Contains(err.Error(), test.words) {
				t.Errorf("got %+v, %v, want %q", got, err, test.words)
			}
			if errors.Is(err, picture.ErrUnknown) != (test.words == "not a picture") {
				t.Errorf("error %v", err)
			}
		})
	}
	huge, err := picture.Look(patched(shot, 16, "\x7f\xff\xff\xff\x7f\xff\xff\xff"))
	if err != nil || huge.Width != 1<<31-1 {
		t.Errorf("a huge picture is %+v, %v", huge, err)
	}
}

func TestExt(t *testing.T) {
	for media, want := range map[string]string{"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "image/svg+xml": "", "": ""} {
		if got := picture.Ext(media); got != want {
			t.Errorf("%q has %q, want %q", media, got, want)
		}
	}
}

// FuzzLook shows that no bytes crash it or keep it busy, and that what the standard library can decode is
// known with its size.
func FuzzLook(f *testing.F) {
	for _, kind := range []string{"png", "jpeg", "gif"} {
		f.Add(encoded(f, kind, 5, 4))
	}
	for form := range webps {
		f.Add(webp(f, form))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		info, err := picture.Look(data)
		if err == nil && (info.Width < 1 || info.Height < 1 || picture.Ext(info.MediaType) == "") {
			t.Errorf("it is %+v", info)
		}
		if config, _, decoded := image.DecodeConfig(bytes.NewReader(data)); err == nil && decoded == nil &&
			(config.Width != info.Width || config.Height != info.Height) {
			t.Errorf("it is %+v, and decoded %dx%d", info, config.Width, config.Height)
		}
	})
}
