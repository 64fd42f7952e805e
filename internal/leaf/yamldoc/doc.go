// Package yamldoc reads YAML and JSON written by people and answers mistakes in words they
// understand, with the line of the mistake.
//
// [Decode] fills a struct and is strict: an unknown key, a key given twice or a value of the wrong
// type is a [Problem], and all of them are reported together in one [Error]. [Parse] gives the tree
// of [Node]s instead, for callers that merge several files first and want to know later which line
// of which file a value came from; [Node.Decode] is the second half of [Decode]. [FrontMatter] cuts
// the YAML head off a Markdown file.
//
// Struct fields are named by tags, and two more tags hold rules that are checked while decoding:
//
//	type profile struct {
//		Name     string        `yaml:"name"`
//		Protocol string        `yaml:"protocol" oneof:"xnl|native|auto"`
//		Window   int           `yaml:"window" min:"0"`
//		Idle     time.Duration `yaml:"idle"` // "10s"; a bare number other than 0 is refused
//	}
//
// A key that is absent, empty or null leaves its field as it was, so defaults are set before
// decoding; elements of lists and maps are made anew and get theirs from a SetDefaults method, if
// the element has one.
//
// Input is not trusted: size, depth and the growth through aliases are bounded, and no input makes
// the package panic. This is the only package that imports a YAML library, so that exchanging the
// library is a change to one file.
package yamldoc
