package models

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// overlay is the user's file: vendors with their models, in the order of the file.
type overlay []vendorRows

type vendorRows struct {
	vendor string
	rows   []row
}

// row is one model. What the program wrote is JSON, which is decoded when somebody asks for it.
type row struct {
	id    string
	text  []byte // JSON, or nil
	model *Model // without text
}

func (r row) get(vendor string) Model {
	var m Model
	if r.model != nil {
		m = *r.model
	} else {
		_ = json.Unmarshal(r.text, &m) // what cannot be read stays unknown; see Check
	}
	m.Vendor, m.ID = vendor, r.id
	return m
}

func (o overlay) of(vendor string) []row {
	if i := slices.IndexFunc(o, func(s vendorRows) bool { return s.vendor == vendor }); i >= 0 {
		return o[i].rows
	}
	return nil
}

func (o overlay) row(vendor, id string) (Model, bool) {
	rows := o.of(vendor)
	if i := slices.IndexFunc(rows, func(r row) bool { return r.id == id }); i >= 0 {
		return rows[i].get(vendor), true
	}
	return Model{}, false
}

func (o overlay) ids(vendor string) []string {
	var out []string
	for _, r := range o.of(vendor) {
		out = append(out, r.id)
	}
	return out
}

// parseOverlay reads the user's file. What the program wrote is read line by line, in a small part of
// the time that any other YAML takes.
func parseOverlay(name string, data []byte) (own overlay, updated string, err error) {
	if own, updated, ok := parseLines(data); ok {
		return own, updated, nil
	}
	return parseWhole(name, data)
}

// parseWhole reads the file as YAML, strictly.
func parseWhole(name string, data []byte) (own overlay, updated string, err error) {
	var file struct {
		Updated string                           `yaml:"updated"`
		Models  map[string]map[string]writtenRow `yaml:"models"`
	}
	root, err := yamldoc.Parse(name, data)
	if err != nil {
		return nil, "", err
	}
	if err := root.Decode(&file); err != nil {
		return nil, "", err
	}
	if vendors := root.Get("models"); vendors != nil {
		for _, v := range vendors.Fields {
			s := vendorRows{vendor: v.Key}
			for _, m := range v.Value.Fields {
				s.rows = append(s.rows, row{id: m.Key, model: new(file.Models[v.Key][m.Key].model())})
			}
			own = append(own, s)
		}
	}
	return own, file.Updated, nil
}

// writtenRow is a row as a person may write it.
type writtenRow struct {
	Window int           `yaml:"contextWindow" min:"0"`
	Output int           `yaml:"maxOutputTokens" min:"0"`
	Price  *writtenPrice `yaml:"price"`
	Images *bool         `yaml:"images"`
	Native *bool         `yaml:"nativeTools"`
	Levels []string      `yaml:"thinkingLevels" oneof:"none|off|low|medium|high|xhigh|max"`
	Listed string        `yaml:"listed"`
}

type writtenPrice struct {
	Input       float64 `yaml:"input" min:"0"`
	Output      float64 `yaml:"output" min:"0"`
	CachedInput float64 `yaml:"cachedInput" min:"0"`
	CacheWrite  float64 `yaml:"cacheWrite" min:"0"`
}

func (w writtenRow) model() Model {
	m := Model{Window: w.Window, Output: w.Output, Images: w.Images, Native: w.Native, Levels: w.Levels, Listed: w.Listed}
	if w.Price != nil {
		m.Price = (*Price)(w.Price)
	}
	return m
}

// parseLines reads the form in which the program writes. It reports false for any other.
func parseLines(data []byte) (own overlay, updated string, ok bool) {
	if !bytes.HasPrefix(data, []byte(heading)) {
		return nil, "", false
	}
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		text := bytes.TrimLeft(line, " ")
		switch indent := len(line) - len(text); {
		case len(text) == 0 || text[0] == '#':
		case indent == 0 && bytes.HasPrefix(text, []byte(updatedKey)):
			updated = strings.TrimSpace(string(text[len(updatedKey):]))
		case indent == 0 && string(text) == modelsKey:
		case indent == 2 && bytes.HasSuffix(text, []byte(":")):
			var vendor string
			if json.Unmarshal(text[:len(text)-1], &vendor) != nil || own.of(vendor) != nil {
				return nil, "", false
			}
			own = append(own, vendorRows{vendor: vendor})
		case indent == 4 && len(own) > 0:
			r, ok := parseLine(text)
			if !ok {
				return nil, "", false
			}
			last := &own[len(own)-1]
			last.rows = append(last.rows, r)
		default:
			return nil, "", false
		}
	}
	return own, updated, true
}

// parseLine reads `"id": {...}`.
func parseLine(text []byte) (row, bool) {
	end := bytes.Index(text, []byte(`": {`))
	if end < 1 || text[0] != '"' || text[end-1] == '\\' || text[len(text)-1] != '}' {
		return row{}, false
	}
	r := row{id: string(text[1:end]), text: text[end+len(`": `):]}
	if strings.Contains(r.id, `\`) && json.Unmarshal(text[:end+1], &r.id) != nil {
		return row{}, false
	}
	return r, true
}
