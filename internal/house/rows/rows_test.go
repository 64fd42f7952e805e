package rows_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/house/rows"
)

const list = `# Features

| id | feature | what it means |
|---|---|---|
| E1 | First | a |
| E2 | Second ` + "`x`" + ` | b |
| Z1 | Third | c |
`

// covers builds the comment without this file making a claim of its own.
func covers(text string) string { return "//" + " Covers: " + text + "\n" }

func repository(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func compare(t *testing.T, files map[string]string) *rows.Report {
	t.Helper()
	if _, ok := files[rows.List]; !ok {
		files[rows.List] = list
	}
	r, err := rows.Compare(repository(files))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRowsAndTheirTests(t *testing.T) {
	got := compare(t, map[string]string{
		"a/a_test.go":                "package a\n\n// TestA says more.\n" + covers("E1, Z1") + "func TestA() {}\n",
		"a/b_test.go":                "package a\n\n" + covers("E1") + "func FuzzB() {}\n",
		"testdata/script/exec.txtar": "# Covers: Z1\nexec eidolon\n-- a.txt --\n# Covers: E2\n",
		"other/exec.txtar":           "# Covers: E2\n",
		"bin/c_test.go":              "not Go at all",
		".cache/d_test.go":           "not Go at all",
	})
	want := &rows.Report{
		Rows: []rows.Row{
			{ID: "E1", Feature: "First", Tests: []string{"a/a_test.go:4", "a/b_test.go:3"}},
			{ID: "E2", Feature: "Second `x`", Tests: []string{}},
			{ID: "Z1", Feature: "Third", Tests: []string{"a/a_test.go:4", "testdata/script/exec.txtar:1"}},
		},
		Problems: []rows.Problem{},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

func TestClaimsThatMeanNothing(t *testing.T) {
	tests := []struct {
		name, list, test, want string
	}{
		{name: "unknown row", test: covers("E1, E9") + "func TestA() {}", want: `a_test.go:3: there is no row "E9" in docs/features.md`},
		{name: "no id at all", test: covers("E1.") + "func TestA() {}", want: `a_test.go:3: there is no row "E1." in docs/features.md`},
		{name: "no row named", test: covers("") + "func TestA() {}", want: "a_test.go:3: this comment names no row"},
		{name: "above a helper", test: covers("E1") + "func help() {}", want: "a_test.go:3: this comment stands above no test, so nothing shows its rows"},
		{name: "above a benchmark", test: covers("E1") + "func BenchmarkA() {}", want: "a_test.go:3: this comment stands above no test, so nothing shows its rows"},
		{name: "away from its test", test: covers("E1") + "\nfunc TestA() {}", want: "a_test.go:3: this comment stands above no test, so nothing shows its rows"},
		{name: "row twice", list: strings.Replace(list, "E2", "E1", 1), want: "docs/features.md:6: row E1 stands where E2 should be"},
		{name: "row missing", list: strings.Replace(list, "Z1", "Z2", 1), want: "docs/features.md:7: row Z2 stands where Z1 should be"},
		{name: "empty list", list: "# Features\n", want: "docs/features.md:1: the list has no rows"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"a_test.go": "package a\n\n" + tt.test + "\n"}
			if tt.list != "" {
				files[rows.List] = tt.list
			}
			got := compare(t, files)
			if len(got.Problems) != 1 || got.Problems[0].Where+": "+got.Problems[0].Message != tt.want {
				t.Errorf("problems %v, want one: %s", got.Problems, tt.want)
			}
		})
	}
}

func TestNoList(t *testing.T) {
	if _, err := rows.Compare(repository(nil)); err == nil {
		t.Error("a repository without a list gives no error")
	}
}

func TestText(t *testing.T) {
	r := compare(t, map[string]string{
		"a_test.go": "package a\n\n" + covers("E1, E9") + "func TestA() {}\n",
	})
	var b strings.Builder
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `letter     rows  with test
E             2          1
Z             1          0
all           3          1

with a test
  E: E1

without a test
  E: E2
  Z: Z1

wrong
  a_test.go:3: there is no row "E9" in docs/features.md
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	if err := compare(t, map[string]string{}).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Rows     []map[string]any
		Problems []map[string]any
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) != 3 || got.Rows[0]["id"] != "E1" || got.Problems == nil {
		t.Errorf("JSON is %s", b.String())
	}
}

// The repository's own tests name rows that exist.
func TestThisRepository(t *testing.T) {
	r, err := rows.Compare(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Errorf("%s: %s", p.Where, p.Message)
	}
	counts := map[string]int{}
	for _, row := range r.Rows {
		counts[row.ID[:1]]++
	}
	want := map[string]int{"G": 10, "E": 67, "Z": 75, "Y": 78, "W": 37, "R": 109}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("rows are never taken away (-want +got):\n%s", diff)
	}
}
