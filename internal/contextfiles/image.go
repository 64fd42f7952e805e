package contextfiles

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"

	"eidolon/actors/event"
	"eidolon/fsapi"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/picture"
)

// Bounds of the pictures of one prompt. They are those that all services take.
const (
	maxImage      = 5 << 20  // bytes of one
	maxImages     = 20       // in number
	maxImageBytes = 20 << 20 // of all together
	maxSide       = 8000     // pixels
)

// imageError is a picture that cannot be shown, in words for a person.
type imageError struct{ why string }

func (e *imageError) Error() string { return e.why }

// reason gives the words for a file that was left out.
func reason(err error) string {
	if image, ok := errors.AsType[*imageError](err); ok {
		return image.why
	}
	return fsapi.CodeOf(err).Text()
}

// loadImage reads a file that is no text. It gives nil for one that is no picture either.
func loadImage(ctx context.Context, p place, name string) (*event.Image, error) {
	content, err := p.files.Read(ctx, p.name, fsapi.ReadOptions{Limit: 16})
	if err != nil || !picture.Is(content.Data) {
		return nil, err
	}
	if content, err = p.files.Read(ctx, p.name, fsapi.ReadOptions{Limit: maxImage + 1}); err != nil {
		return nil, err
	}
	if content.Truncated {
		return nil, tooLarge(content.Size)
	}
	image, err := NewImage(filepath.Base(filepath.FromSlash(name)), content.Data)
	if err != nil {
		return nil, err
	}
	return &image, nil
}

func tooLarge(size int64) error {
	return &imageError{fmt.Sprintf("a picture of %d KiB; at most %d MiB can be shown", size>>10, maxImage>>20)}
}

// NewImage makes what a session is shown of the bytes of a picture, if they are one and within the bounds
// of a single picture. The error is in words for a person.
func NewImage(name string, data []byte) (event.Image, error) {
	if len(data) > maxImage {
		return event.Image{}, tooLarge(int64(len(data)))
	}
	info, err := picture.Look(data)
	if err == nil && max(info.Width, info.Height) > maxSide {
		err = fmt.Errorf("a picture of %v pixels; at most %d a side can be shown", info, maxSide)
	}
	if err != nil {
		return event.Image{}, &imageError{err.Error()}
	}
	sum := sha256.Sum256(data)
	return event.Image{
		Name: clean.Line(name), MediaType: info.MediaType, SHA256: hex.EncodeToString(sum[:]), Bytes: len(data),
		Width: info.Width, Height: info.Height, Data: data,
	}, nil
}

// show has a picture go with the turn, if there is room for it.
func (u *resolution) show(name string, image *event.Image) {
	switch u.pixels += image.Bytes; {
	case len(u.turn.Images) == maxImages:
		u.note("%s was left out: a prompt can show at most %d pictures", name, maxImages)
	case u.pixels > maxImageBytes:
		u.pixels -= image.Bytes
		u.note("%s was left out: the pictures of a prompt may have %d MiB together", name, maxImageBytes>>20)
	default:
		u.turn.Images = append(u.turn.Images, *image)
		u.blocks.WriteString("\n\n" + Shown(*image))
	}
}

// Shown is the line by which a picture is named, to the model and to people.
func Shown(i event.Image) string {
	return fmt.Sprintf("[image: %s %dx%d]", i.Name, i.Width, i.Height)
}
