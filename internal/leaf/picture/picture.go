// Package picture tells what a picture is by its bytes, without decoding it: its kind, its size, and
// where it ends. The name of a file says nothing here.
//
// Only the outer structure of a file is walked, so that no cleverly packed file costs more than its
// length. A file that is not over where its picture is over is refused: what is behind it would be sent
// along without anybody having seen it.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Info is what is known of a picture.
type Info struct {
	MediaType     string // image/png, image/jpeg, image/gif or image/webp
	Width, Height int    // in pixels, at least 1
}

// String gives the size as people write it.
func (i Info) String() string { return fmt.Sprintf("%dx%d", i.Width, i.Height) }

// ErrUnknown says that something is no picture of a kind that is known here.
var ErrUnknown = errors.New("not a picture")

// The ways in which a picture can be wrong.
var (
	errCut    = errors.New("the picture is cut off")
	errBroken = errors.New("the picture is damaged")
	errBehind = errors.New("there is something behind the end of the picture; save it anew")
)

// kind is a format, with what a file of it begins with.
type kind struct {
	mediaType, ext string
	begins         func(data []byte) bool
	look           func(data []byte) (width, height, end int, err error)
}

// kinds are the formats that are known.
var kinds = []kind{
	{"image/png", "png", prefix("\x89PNG\r\n\x1a\n"), png},
	{"image/jpeg", "jpg", prefix("\xff\xd8\xff"), jpeg},
	{"image/gif", "gif", func(d []byte) bool {
		return bytes.HasPrefix(d, []byte("GIF87a")) || bytes.HasPrefix(d, []byte("GIF89a"))
	}, gif},
	{"image/webp", "webp", func(d []byte) bool { return len(d) >= 12 && string(d[:4]) == "RIFF" && string(d[8:12]) == "WEBP" }, webp},
}

func prefix(magic string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(magic)) }
}

// Named says whether a file has the name of a picture. Whether it is one, only [Is] and [Look] tell.
func Named(name string) bool {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	return ext == "jpeg" || slices.ContainsFunc(kinds, func(k kind) bool { return k.ext == ext })
}

// Known says whether pictures of a media type are known here.
func Known(mediaType string) bool {
	return slices.ContainsFunc(kinds, func(k kind) bool { return k.mediaType == mediaType })
}

// Is tells whether a file that begins like that is a picture, whole or not. Sixteen bytes are enough.
func Is(begin []byte) bool {
	for _, k := range kinds {
		if k.begins(begin) {
			return true
		}
	}
	return false
}

// Ext gives the usual ending of the names of files of a media type, or "" for one that is not known.
func Ext(mediaType string) string {
	for _, k := range kinds {
		if k.mediaType == mediaType {
			return k.ext
		}
	}
	return ""
}

// Look tells what a picture is. The error says in words why it cannot be used, and is [ErrUnknown] for
// what is none.
func Look(data []byte) (Info, error) {
	for _, k := range kinds {
		if !k.begins(data) {
			continue
		}
		width, height, end, err := k.look(data)
		info := Info{MediaType: k.mediaType, Width: width, Height: height}
		switch {
		case err != nil:
			return info, err
		case end > len(data):
			return info, errCut
		case width < 1 || height < 1:
			return info, errBroken
		case end < len(data):
			return info, errBehind
		}
		return info, nil
	}
	return Info{}, ErrUnknown
}
