package checkpoint

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// formatVersion is the version of the tree files that this program writes and reads.
const formatVersion = 1

// header is the first line of a tree file, as JSON.
type header struct {
	Version int    `json:"checkpoint_version"`
	Root    string `json:"root"` // of the workspace, escaped: the stamps are of files there
	Taken   int64  `json:"taken"`
	// On is the checkpoint whose entries these change; without it the file has all entries.
	On         string   `json:"on,omitempty"`
	Packs      []string `json:"packs,omitempty"`
	Incomplete bool     `json:"incomplete,omitempty"`
}

// treeFile is the content of a tree file.
type treeFile struct {
	header
	entries tree
	gone    []string     // paths of On that are not there any more
	blobs   map[sum]blob // of the files among entries
}

// The first words of lines. The fields are separated by one space, the path comes last.
//
//	file <mode> <size> <modified> <changed> <number> <sha256> <pack> <offset> <length> raw|flate <path>
//	link <target> <path>
//	dir <mode> <path>
//	out <reason> <path>
//	gone <path>
//	end <lines before> <sha256 of all before>
const (
	outWord  = "out"
	goneWord = "gone"
	endWord  = "end"
)

// write puts f into w in the form of a tree file.
func (f *treeFile) write(w io.Writer) error {
	hash := sha256.New()
	out := bufio.NewWriter(io.MultiWriter(w, hash))
	f.Packs = f.packs()
	head, err := json.Marshal(f.header)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n", head) // the buffer keeps the first error for Flush
	lines := 1
	for _, path := range f.entries.paths() {
		fmt.Fprintf(out, "%s", f.appendLine(out.AvailableBuffer(), path, f.entries[path]))
		lines++
	}
	for _, path := range f.gone {
		fmt.Fprintf(out, "%s %s\n", goneWord, escape(path))
		lines++
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err = w.Write(appendEnd(nil, lines, hash.Sum(nil)))
	return err
}

// appendEnd adds the last line.
func appendEnd(b []byte, lines int, hash []byte) []byte {
	return fmt.Appendf(b, "%s %d %x\n", endWord, lines, hash)
}

// packs lists the packs that the entries refer to.
func (f *treeFile) packs() []string {
	var names []string
	for _, e := range f.entries {
		if pack := f.blobs[e.hash].pack; e.typ == File && !slices.Contains(names, pack) {
			names = append(names, pack)
		}
	}
	slices.Sort(names)
	return names
}

func (f *treeFile) appendLine(b []byte, path string, e *entry) []byte {
	switch e.typ {
	case File:
		at := f.blobs[e.hash]
		b = fmt.Appendf(b, "%s %o %d %d %d %d %x %d %d %d %s ", File, e.mode, e.size,
			e.stamp.modified, e.stamp.changed, e.stamp.number, e.hash,
			slices.Index(f.Packs, at.pack), at.offset, at.length, storedAs(at.packed))
	case Link:
		b = fmt.Appendf(b, "%s %s ", Link, escape(e.target))
	case Dir:
		b = fmt.Appendf(b, "%s %o ", Dir, e.mode)
	case None:
		b = fmt.Appendf(b, "%s %s ", outWord, e.reason)
	}
	return append(append(b, escape(path)...), '\n')
}

func storedAs(packed bool) string {
	if packed {
		return "flate"
	}
	return "raw"
}

// parseTree reads a tree file. Whatever is not exactly in the form that write gives is an error.
func parseTree(data []byte) (*treeFile, error) {
	body, err := checkEnd(data)
	if err != nil {
		return nil, err
	}
	first, rest, _ := bytes.Cut(body, []byte("\n"))
	f := &treeFile{entries: tree{}, blobs: map[sum]blob{}}
	if err := json.Unmarshal(first, &f.header); err != nil {
		return nil, fmt.Errorf("%w: line 1: %w", errForm, err)
	}
	if f.Version != formatVersion {
		return nil, fmt.Errorf("it has version %d, this program reads %d; a newer one may have written it", f.Version, formatVersion)
	}
	for _, name := range f.Packs {
		if !isPackName(name) {
			return nil, fmt.Errorf("%w: %q is no pack", errForm, name)
		}
	}
	number := 1
	for line := range strings.SplitSeq(strings.TrimSuffix(string(rest), "\n"), "\n") {
		number++
		if line != "" && !f.parseLine(line) || line == "" && len(rest) > 0 {
			return nil, fmt.Errorf("%w: line %d", errForm, number)
		}
	}
	return f, nil
}

// checkEnd gives what stands before the last line, which says how much that has to be.
func checkEnd(data []byte) ([]byte, error) {
	text, ok := bytes.CutSuffix(data, []byte("\n"))
	if !ok {
		return nil, errTorn
	}
	body := data[:bytes.LastIndexByte(text, '\n')+1]
	hash := sha256.Sum256(body)
	end := appendEnd(nil, bytes.Count(body, []byte("\n")), hash[:])
	if !bytes.HasPrefix(data[len(body):], []byte(endWord+" ")) {
		return nil, errTorn
	}
	if !bytes.Equal(data[len(body):], end) {
		return nil, errSum
	}
	return body, nil
}

// isPackName says whether a name can be that of a pack: it becomes part of a path.
func isPackName(name string) bool {
	_, err := hex.DecodeString(name)
	return err == nil && len(name) == 2*sha256.Size
}

func (f *treeFile) parseLine(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	fields := strings.Split(rest, " ")
	path, ok := unescape(fields[len(fields)-1])
	if !ok || !validPath(path) || f.entries[path] != nil {
		return false
	}
	fields = fields[:len(fields)-1]
	var e *entry
	switch {
	case word == string(File) && len(fields) == 10:
		e, ok = f.parseFile(fields)
	case word == string(Link) && len(fields) == 1:
		e = &entry{typ: Link}
		e.target, ok = unescape(fields[0])
	case word == string(Dir) && len(fields) == 1:
		e = &entry{typ: Dir}
		e.mode, ok = parseMode(fields[0])
	case word == outWord && len(fields) == 1 && fields[0] != "":
		e = &entry{reason: Reason(fields[0])}
	case word == goneWord && len(fields) == 0:
		f.gone = append(f.gone, path)
		return true
	default:
		return false
	}
	f.entries[path] = e
	return ok
}

func (f *treeFile) parseFile(fields []string) (*entry, bool) {
	e := &entry{typ: File, checked: f.Taken}
	mode, ok := parseMode(fields[0])
	e.mode = mode
	var at blob
	var pack int64
	for i, to := range []*int64{1: &e.size, 2: &e.stamp.modified, 3: &e.stamp.changed, 6: &pack, 7: &at.offset, 8: &at.length} {
		if to == nil {
			continue
		}
		n, err := strconv.ParseInt(fields[i], 10, 64)
		if *to = n; err != nil || strconv.FormatInt(n, 10) != fields[i] {
			return nil, false
		}
	}
	number, err := strconv.ParseUint(fields[4], 10, 64)
	hash, hashErr := hex.DecodeString(fields[5])
	if !ok || err != nil || hashErr != nil || len(hash) != len(e.hash) || pack < 0 || pack >= int64(len(f.Packs)) ||
		e.size < 0 || at.offset < 0 || at.length < 0 || fields[9] != storedAs(true) && fields[9] != storedAs(false) {
		return nil, false
	}
	e.stamp.number, e.hash = number, sum(hash)
	at.pack, at.packed = f.Packs[pack], fields[9] == storedAs(true)
	f.blobs[e.hash] = at
	return e, true
}

func parseMode(s string) (fs.FileMode, bool) {
	n, err := strconv.ParseUint(s, 8, 32)
	mode := fs.FileMode(n)
	return mode, err == nil && mode == mode.Perm() && strconv.FormatUint(n, 8) == s
}

// validPath says whether a path can be that of an entry. Opening it stays inside the workspace in
// any case; this keeps what no scan has found out of the plan of a restore.
func validPath(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || part == "." || part == ".." || isGit(part) || strings.IndexByte(part, 0) >= 0 {
			return false
		}
	}
	return true
}
