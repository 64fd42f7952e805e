package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/internal/leaf/picture"
	"eidolon/internal/private"
)

// images keeps the pictures of a session that is not saved. Those of any other are in files.
type images struct {
	mu   sync.Mutex
	held map[string][]byte // by the names of the files that they would be in
}

// imageName gives the name of the file of a picture. What it is made of may come from a log that somebody
// else wrote.
func imageName(i event.Image) (string, error) {
	sum, err := hex.DecodeString(i.SHA256)
	ext := picture.Ext(i.MediaType)
	if err != nil || len(sum) != sha256.Size || ext == "" {
		return "", fmt.Errorf("%q is no name of a picture of type %q", i.SHA256, i.MediaType)
	}
	return hex.EncodeToString(sum) + "." + ext, nil
}

// keepImages brings to the disk the pictures that events have with them.
func (l *Log) keepImages(events []event.Envelope) error {
	for _, e := range events {
		m, _ := e.Event.(event.Message)
		for _, image := range m.Images {
			if len(image.Data) == 0 {
				continue
			}
			if err := l.keepImage(image); err != nil {
				return fmt.Errorf("keep the picture %s: %w", image.Name, err)
			}
		}
	}
	return nil
}

func (l *Log) keepImage(image event.Image) error {
	name, err := imageName(image)
	if err != nil {
		return err
	}
	if l.derived == nil {
		l.images.mu.Lock()
		defer l.images.mu.Unlock()
		if l.images.held == nil {
			l.images.held = map[string][]byte{}
		}
		l.images.held[name] = image.Data
		return nil
	}
	dir := filepath.Join(l.facts.Dir, imagesName)
	if err := makeImagesDir(dir); err != nil {
		return err
	}
	path := filepath.Join(dir, name)
	if _, err := readImage(path, image); err == nil {
		return nil // the same picture was shown before
	}
	return writeImage(path, image.Data)
}

// makeImagesDir makes the directory of the pictures, with a name that lasts. A link in its place is not
// followed.
func makeImagesDir(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err == nil && !info.IsDir():
		return &fs.PathError{Op: "open", Path: dir, Err: errors.New("it is not a directory")}
	case err == nil || !errors.Is(err, fs.ErrNotExist):
		return err
	}
	changed, err := private.MakeDir(dir)
	for _, d := range changed {
		err = errors.Join(err, syncDir(d))
	}
	return err
}

// writeImage makes a file that is whole as soon as it has its name, and that lasts.
func writeImage(path string, data []byte) error {
	f, err := private.Temp(filepath.Dir(path))
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(filepath.Dir(path))
}

// Image gives the bytes of a picture. See [journal.Log].
func (l *Log) Image(i event.Image) ([]byte, error) {
	name, err := imageName(i)
	if err != nil {
		return nil, err
	}
	if l.derived != nil {
		return readImage(filepath.Join(l.facts.Dir, imagesName, name), i)
	}
	l.images.mu.Lock()
	defer l.images.mu.Unlock()
	data, found := l.images.held[name]
	if !found {
		return nil, fs.ErrNotExist
	}
	return data, nil
}

// readImage reads a picture and sees that it is the one that is meant.
func readImage(path string, want event.Image) ([]byte, error) {
	info, err := lstatRegular(path)
	if err != nil {
		return nil, err
	}
	if info.Size() != int64(want.Bytes) {
		return nil, errOtherImage
	}
	data, err := readRegular(path)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want.SHA256 {
		return nil, errOtherImage
	}
	return data, nil
}

// errOtherImage is a file whose content was changed.
var errOtherImage = errors.New("its content is not the one that was kept")

// shareImages gives another directory the pictures of the events up to a number.
func (s Stored) shareImages(ctx context.Context, to string, at int64) error {
	return s.Read(ctx, func(e event.Envelope, _ []byte) error {
		m, _ := e.Event.(event.Message)
		if at >= 0 && e.Seq > at {
			return nil
		}
		for _, i := range m.Images {
			name, err := imageName(i)
			if err != nil {
				continue // nobody can ask for it
			}
			if _, err := private.MakeDir(to); err != nil {
				return err
			}
			from := filepath.Join(s.Dir, imagesName, name)
			if _, err := lstatRegular(from); err != nil {
				continue // it is gone here too
			}
			if err := private.Share(from, filepath.Join(to, name)); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkImages reports the pictures of events that cannot be read.
func (s Stored) checkImages(images []event.Image, report func(kind journal.ProblemKind, file, format string, args ...any)) {
	seen := map[string]bool{}
	for _, i := range images {
		name, err := imageName(i)
		if err == nil && !seen[name] {
			_, err = readImage(filepath.Join(s.Dir, imagesName, name), i)
		}
		if seen[name] = true; err != nil {
			report(journal.ProblemImage, imagesName, "the picture %q cannot be read, and the model is told so: %v", i.Name, withoutPath(err))
		}
	}
}
