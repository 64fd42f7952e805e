package yamldoc

import "testing"

func TestNodePaths(t *testing.T) {
	root, err := Parse("f", []byte("a:\n  b: 1\nlist: [x]\nnone:\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := root.Get("a", "b"); got.Where() != "f:2" || got.Text != "1" {
		t.Errorf("a.b is %+v", got)
	}
	if root.Get("a", "c") != nil || root.Get("list", "x") != nil || root.Get("none").IsSet() {
		t.Error("found what is not there")
	}
	flag := NewScalar("--flag", "true")
	if flag.Where() != "--flag" || flag.Type != "bool" {
		t.Errorf("flag is %+v", flag)
	}
	for _, path := range [][]string{{"none", "x"}, {"new", "deep", "er"}, {"a", "b"}} {
		if !root.Set(flag, path...) || root.Get(path...) != flag {
			t.Errorf("%v was not set", path)
		}
	}
	if root.Set(flag, "list", "x") || root.Set(flag, "a", "b", "c") {
		t.Error("set something below a list or text")
	}
	root.Delete("a")
	if root.Get("a") != nil {
		t.Error("a is still there")
	}
}

func TestNearest(t *testing.T) {
	known := []string{"model", "models", "maxSteps", "baseURL", "on"}
	for word, want := range map[string]string{
		"modle": "model", "modelss": "models", "max_steps": "maxSteps", "baseurl": "baseURL",
		"no": "on", "zzz": "", "": "", "completely": "",
	} {
		if got := nearest(word, known); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
