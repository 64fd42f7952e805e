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
	if content.Truncated || len(content.Data) > maxImage {
		return nil, &imageError{fmt.Sprintf("a picture of %d KiB; at most %d MiB can be shown", content.Size>>10, maxImage>>20)}
	}
	info, err := picture.Look(content.Data)
	switch {
	case err != nil:
		return nil, &imageError{err.Error()}
	case max(info.Width, info.Height) > maxSide:
		return nil, &imageError{fmt.Sprintf("a picture of %v pixels; at most %d a side can be shown", info, maxSide)}
	}
	sum := sha256.Sum256(content.Data)
	return &event.Image{
		Name: clean.Line(filepath.Base(filepath.FromSlash(name))), MediaType: info.MediaType, SHA256: hex.EncodeToString(sum[:]), Bytes: len(content.Data),
		Width: info.Width, Height: info.Height, Data: content.Data,
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
