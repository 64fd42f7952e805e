package lang

import "strings"

// Tag names a language that the screen speaks.
type Tag string

// The languages.
const (
	English Tag = "en"
	Chinese Tag = "zh" // in simplified characters
)

// Tags lists the languages.
func Tags() []Tag { return []Tag{English, Chinese} }

// Read gives the language that a tag means, in any of the ways in which people and systems write one: zh,
// zh_CN.UTF-8, zh-Hans, en_GB@euro; C and POSIX are English. Script, region and the rest do not count.
func Read(tag string) (Tag, bool) {
	language, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), ".")
	if i := strings.IndexAny(language, "_-@"); i >= 0 {
		language = language[:i]
	}
	switch language {
	case "en", "eng", "c", "posix":
		return English, true
	case "zh", "zho", "chi", "cmn":
		return Chinese, true
	}
	return "", false
}

// FromEnvironment gives the language that the environment asks for: of the variables that systems have for
// messages the first that is set counts, and EIDOLON_LANG before them. A language that the screen does not
// speak is English, and so is one in a character set that is not Unicode's.
func FromEnvironment(env func(name string) string) Tag {
	for _, name := range []string{"EIDOLON_LANG", "LC_ALL", "LC_MESSAGES", "LANG"} {
		value := env(name)
		if value == "" {
			continue
		}
		_, set, _ := strings.Cut(strings.ToLower(value), ".")
		set, _, _ = strings.Cut(set, "@")
		if tag, known := Read(value); known && (set == "" || set == "utf-8" || set == "utf8") {
			return tag
		}
		break
	}
	return English
}
