package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// How much of an output is looked at. What a command failed for stands at its end.
const (
	mostOutput = 32 << 10
	mostLine   = 2 << 10
	mostName   = 200 // of a name that is repeated
)

// Explain says in one sentence without a full stop what the sandbox seems to have refused to a command
// that failed, having been started in dir and printed output. It gives "" when it does not look like
// that: a message has to be one of the system's refusals, and about something that the sandbox refuses
// and the user could do.
//
// The output is anybody's text. Of it, one name is repeated, with everything odd in it made visible.
func (p *Plan) Explain(dir, output string) string {
	if p.Level == "" {
		return ""
	}
	output = strings.ToValidUTF8(output[max(0, len(output)-mostOutput):], "")
	for line := range strings.Lines(output) {
		if len(line) > mostLine {
			continue
		}
		if why := p.explainLine(dir, line); why != "" {
			return why
		}
	}
	// Semaphores and shared memory have no names of files in messages.
	if containsAny(output, "SemLock", "sem_open", "shm_open") && containsAny(strings.ToLower(output), refusals...) {
		return p.explainName(dir, shared)
	}
	return ""
}

// shared is where the semaphores and the shared memory of programs are.
const shared = "/dev/shm"

func (p *Plan) explainLine(dir, line string) string {
	low := strings.ToLower(line)
	refused := containsAny(low, refusals...) || containsAny(line, "EACCES", "EPERM", "EROFS", "EXDEV")
	switch {
	case !p.network && (containsAny(low, noNetwork...) || containsAny(line, "EAI_AGAIN", "ENOTFOUND") || refused && containsAny(low, "socket")):
		if p.readOnly {
			return "the sandbox keeps commands off the network in plan mode"
		}
		return "the sandbox keeps commands off the network"
	case !refused:
		return ""
	case containsAny(low, "ptrace"):
		return "the sandbox keeps commands from looking into other processes"
	case containsAny(low, "kill: "):
		return "the sandbox keeps commands from sending signals to processes that they did not start"
	}
	named := names(line)
	for _, name := range named {
		if why := p.explainName(dir, name); why != "" {
			return why
		}
	}
	if p.readOnly && len(named) == 0 {
		return "the sandbox lets commands write nothing but temporary files in plan mode"
	}
	return ""
}

// refusals are how programs say, in lower case, that the system refused something.
var refusals = []string{
	"permission denied", "operation not permitted", "read-only file system", "cross-device link",
	"errno 13]", "errno 1]", "errno 18]", "os error 13)", "os error 1)", "os error 18)",
}

// noNetwork are how programs say that there is no network.
var noNetwork = []string{
	"could not resolve host", "couldn't resolve host", "unable to resolve host", "could not resolve hostname",
	"temporary failure in name resolution", "temporary failure resolving", "name or service not known", "no address associated with hostname",
	"getaddrinfo", "failed to lookup address", "dns error", "network is unreachable", "dial tcp", "dial udp",
	"failed to connect", "couldn't connect", "could not connect", "unable to connect",
}

func containsAny(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// explainName says what the sandbox refuses about the file that a message names, or "".
func (p *Plan) explainName(dir, name string) string {
	full := name
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, full)
	}
	full = realName(filepath.Clean(full))
	shown := strconv.Quote(name)
	if len(shown) > mostName {
		return ""
	}
	for _, t := range p.hidden {
		if within(full, t.path) {
			return "the sandbox hides " + shown
		}
	}
	writable := slices.ContainsFunc(p.writable, func(root string) bool { return within(full, root) })
	switch own := p.isOwn(full) && !within(full, p.Temp); {
	case own && couldWrite(full):
		return "the sandbox lets no command write to the directory with eidolon's settings, and " + shown + " is in it"
	case writable && !p.readOnly && !own && p.leadsToOwn(filepath.Dir(full)):
		return "the sandbox lets commands make and remove nothing in " + strconv.Quote(filepath.Dir(full)) +
			", because the directory with eidolon's settings lies below"
	case !writable && within(full, "/dev") && !within(full, shared), within(full, "/proc"), within(full, "/sys"):
		return ""
	case !writable && couldWrite(full) && p.readOnly:
		return "the sandbox lets commands write nothing but temporary files in plan mode, and " + shown + " is none"
	case !writable && couldWrite(full):
		return "the sandbox lets commands write to the workspace, $TMPDIR and the caches of tools only, and " + shown + " is elsewhere"
	}
	if _, err := os.Lstat(full); err != nil {
		return ""
	}
	for _, t := range p.hidden {
		if within(t.path, filepath.Dir(full)) {
			return "the sandbox lets commands read " + shown + " only if it was there before they started, because something near it is hidden"
		}
	}
	return ""
}

// names gives what looks like the names of files in a message: what stands in quotes, between colons,
// and between blanks. A bare word counts in quotes, and where most programs put a name: before the colon
// that the reason stands behind.
func names(line string) []string {
	var all []string
	add := func(name string) {
		name = strings.TrimRight(strings.TrimLeft(strings.TrimSpace(name), "(["), ":,;.)]")
		if name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	for _, name := range quotations(line) {
		add(name)
	}
	between := strings.Split(line, ": ")
	if len(between) > 1 {
		words := strings.Fields(between[len(between)-2])
		if len(words) > 1 || len(words) == 1 && len(between) > 2 { // the first word of all is a program's name
			add(words[len(words)-1])
		}
	}
	for _, part := range append(between, strings.Fields(line)...) {
		if part = strings.Trim(part, "'\"`‘’“” \n"); strings.Contains(part, separator) {
			add(part)
		}
	}
	return all
}

// quotations gives what stands in quotation marks.
func quotations(line string) []string {
	var all []string
	for _, marks := range []string{"''", `""`, "``", "`'", "‘’", "“”"} {
		first, size := utf8.DecodeRuneInString(marks)
		last := marks[size:]
		rest := line
		for {
			begin := strings.IndexRune(rest, first)
			if begin < 0 {
				break
			}
			quoted, after, ok := strings.Cut(rest[begin+size:], last)
			if !ok {
				break
			}
			all, rest = append(all, quoted), after
		}
	}
	return all
}

// realName follows the links of a name as far as it exists.
func realName(name string) string {
	rest := ""
	for at := name; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if filepath.Dir(at) == at {
			return name
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}
