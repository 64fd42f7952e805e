package lang_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/lang"
)

// Covers: R56
func TestRead(t *testing.T) {
	for tag, want := range map[string]lang.Tag{
		"zh": lang.Chinese, "zh_CN.UTF-8": lang.Chinese, "zh-Hans": lang.Chinese, "ZH_tw": lang.Chinese, " zho ": lang.Chinese,
		"en": lang.English, "en_GB": lang.English, "en_US.UTF-8@euro": lang.English, "C": lang.English, "C.UTF-8": lang.English,
		"POSIX": lang.English, "": "", "fr_FR.UTF-8": "", "zhx": "", "_": "",
	} {
		if got, known := lang.Read(tag); got != want || known != (want != "") {
			t.Errorf("%q is %q, %v; want %q", tag, got, known, want)
		}
	}
}

// The first variable that is set counts, whatever it says.
//
// Covers: R56
func TestFromEnvironment(t *testing.T) {
	for _, tt := range []struct {
		name string
		env  map[string]string
		want lang.Tag
	}{
		{"nothing", nil, lang.English},
		{"the system's", map[string]string{"LANG": "zh_CN.UTF-8"}, lang.Chinese},
		{"messages before it", map[string]string{"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, lang.English},
		{"all before messages", map[string]string{"LC_MESSAGES": "en_GB.UTF-8", "LC_ALL": "zh_CN.utf8"}, lang.Chinese},
		{"its own before all", map[string]string{"EIDOLON_LANG": "zh", "LC_ALL": "C"}, lang.Chinese},
		{"one that nobody speaks here", map[string]string{"LC_ALL": "fr_FR.UTF-8", "LANG": "zh_CN.UTF-8"}, lang.English},
		{"another character set", map[string]string{"LANG": "zh_CN.GB18030"}, lang.English},
		{"no character set", map[string]string{"LANG": "zh_CN"}, lang.Chinese},
	} {
		if got := lang.FromEnvironment(func(name string) string { return tt.env[name] }); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTable(t *testing.T) {
	var english lang.Table
	chinese := lang.Of(lang.Chinese)
	for _, tt := range []struct {
		name string
		say  func(lang.Table) string
		want [2]string
	}{
		{"a text", func(t lang.Table) string { return t.T("leave") }, [2]string{"leave", "退出"}},
		{"a format", func(t lang.Table) string { return t.F("exit %d", 3) }, [2]string{"exit 3", "退出码 3"}},
		{"another order", func(t lang.Table) string { return t.F("Asking %s at %s ...", "m", "h") }, [2]string{"Asking m at h ...", "正在询问 h 上的 m ..."}},
		{"one", func(t lang.Table) string { return t.N(1, "1 line", "%d lines") }, [2]string{"1 line", "1 行"}},
		{"many", func(t lang.Table) string { return t.N(2, "1 line", "%d lines") }, [2]string{"2 lines", "2 行"}},
		{"one of a thing", func(t lang.Table) string {
			return t.N(1, "1 more row below (%s)", "%d more rows below (%s)", "PgDn")
		}, [2]string{"1 more row below (PgDn)", "下面还有 1 行（PgDn）"}},
		{"unknown", func(t lang.Table) string { return t.T("no such text") }, [2]string{"no such text", "no such text"}},
		{"the tag", func(t lang.Table) string { return string(t.Tag()) }, [2]string{"en", "zh"}},
	} {
		if got := [2]string{tt.say(english), tt.say(chinese)}; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if lang.Of(lang.English) != english || lang.Of("") != english {
		t.Error("English has a table")
	}
}

// English costs nothing.
func TestEnglishAllocatesNothing(t *testing.T) {
	var english lang.Table
	if n := testing.AllocsPerRun(100, func() { _ = english.T("leave") }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestPairs(t *testing.T) {
	got := lang.Pairs("# a comment\nmsgid \"a\\n\"\n  \"b\"\nmsgstr \"甲\"\n\nstray\n\"lost\"\nmsgid \"torn\nmsgstr \"丙\"\n")
	want := []lang.Pair{{English: "a\nb", Own: "甲", Line: 2}, {Own: "丙", Line: 8}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Whatever a file holds can be read.
func FuzzPairs(f *testing.F) {
	f.Add("msgid \"a\"\nmsgstr \"b\"\n")
	f.Add("msgstr \"b\"\n\"c\n")
	f.Fuzz(func(t *testing.T, data string) {
		last := 0
		for _, p := range lang.Pairs(data) {
			if p.Line <= last {
				t.Errorf("line %d after line %d", p.Line, last)
			}
			last = p.Line
		}
	})
}
