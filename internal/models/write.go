package models

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
	"eidolon/internal/private"
)

// The form in which the program writes: YAML of one line for each model, which is JSON.
const (
	heading    = "# Models as services list them, written by `eidolon models update`. Edit it as you like: a row without\n# \"listed\" is yours and stays. Comments are lost with the next update.\n"
	updatedKey = "updated: "
	modelsKey  = "models:"
)

// Change is what an update did to one vendor.
type Change struct {
	Vendor  string   `json:"vendor"`
	Models  int      `json:"models"` // that are in the file now
	New     []string `json:"new"`
	Changed []string `json:"changed"`
	Gone    []string `json:"gone"`
}

// Update puts what a service listed on a day in place of what it listed before. Rows that a person wrote
// keep what they say. Asked tells which models the listing was about; others stay as they are.
func (r *Registry) Update(vendor string, listed []Model, day string, asked func(id string) bool) Change {
	before := r.own.of(vendor)
	var after []row
	c := Change{Vendor: vendor, New: []string{}, Changed: []string{}, Gone: []string{}}
	for _, old := range before {
		m := old.get(vendor)
		now := slices.IndexFunc(listed, func(l Model) bool { return l.ID == old.id })
		switch {
		case now < 0 && m.Listed != "" && asked(old.id):
			c.Gone = append(c.Gone, old.id)
		case now < 0:
			after = append(after, old)
		default:
			fresh := merged(m, listed[now], day)
			if !same(fresh, m) {
				c.Changed = append(c.Changed, old.id)
			}
			after = append(after, row{id: old.id, model: &fresh})
		}
	}
	for _, m := range listed {
		if !slices.ContainsFunc(before, func(old row) bool { return old.id == m.ID }) {
			m.Listed = day
			after = append(after, row{id: m.ID, model: &m})
			c.New = append(c.New, m.ID)
		}
	}
	slices.SortFunc(after, func(a, b row) int { return strings.Compare(a.id, b.id) })
	c.Models = len(after)
	r.put(vendor, after)
	r.updated = day
	return c
}

func (r *Registry) put(vendor string, rows []row) {
	if i := slices.IndexFunc(r.own, func(s vendorRows) bool { return s.vendor == vendor }); i >= 0 {
		r.own[i].rows = rows
		return
	}
	r.own = append(r.own, vendorRows{vendor: vendor, rows: rows})
}

// merged is a row after its service has listed it again.
func merged(old, listed Model, day string) Model {
	if old.Listed == "" {
		return old.over(listed)
	}
	fresh := listed.over(old)
	fresh.Listed = day
	return fresh
}

// same compares two rows but for the day.
func same(a, b Model) bool {
	a.Listed, b.Listed = "", ""
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// bytes gives the content of the file.
func (r *Registry) bytes() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(heading)
	fmt.Fprintf(&b, "%s%s\n%s\n", updatedKey, r.updated, modelsKey)
	for _, s := range r.own {
		name, err := json.Marshal(s.vendor)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "  %s:\n", name)
		for _, m := range s.rows {
			id, err := json.Marshal(m.id)
			if err != nil {
				return nil, err
			}
			text := m.text
			if text == nil {
				if text, err = json.Marshal(m.model); err != nil {
					return nil, err
				}
			}
			fmt.Fprintf(&b, "    %s: %s\n", id, text)
		}
	}
	return b.Bytes(), nil
}

// Save writes the user's file in one step: whoever reads it meanwhile sees the old or the new one. It is
// for its owner alone. A file that could not be read is not replaced. It gives the path of the file.
func (r *Registry) Save(baseDir string) (path string, err error) {
	path = filepath.Join(baseDir, File)
	if r.unread {
		return path, fmt.Errorf("%s has a mistake and is not replaced, because what you wrote there would be lost: put it right, or remove it", path)
	}
	data, err := r.bytes()
	if err == nil && len(data) > yamldoc.MaxBytes { // nobody could read it again, with what a person wrote in it
		err = fmt.Errorf("write %s: it would be larger than %d KiB: name the models that you want, as in `eidolon models update 'qwen*'`",
			path, yamldoc.MaxBytes>>10)
	}
	if err != nil {
		return path, err
	}
	if _, err = private.MakeDir(baseDir); err == nil {
		err = private.Replace(path, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
	}
	if err != nil {
		return path, fmt.Errorf("write %s: %w", path, err)
	}
	return path, nil
}
