package contextfiles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"eidolon/fsapi"
	"eidolon/internal/leaf/clean"
)

// Bounds of what one prompt brings along.
const (
	maxReference = 256 << 10 // bytes of one file
	maxTurn      = 1 << 20   // bytes of everything
	maxLooks     = 200       // references that are looked at; a pasted log may be full of "@"
)

// refer brings what a text refers to. Own says that the person wrote it.
func (u *resolution) refer(ctx context.Context, text string, own bool) {
	if !strings.Contains(text, "@") {
		return
	}
	for _, ref := range scan(text) {
		if u.seen[ref.text] {
			continue
		}
		if u.looked++; u.looked > maxLooks {
			u.note("only the first %d references are looked at", maxLooks)
			return
		}
		if ref.kind == toPath && !ref.quoted && u.hasServer(ref.name) {
			ref.kind = toResource
		}
		switch ref.kind {
		case toAgent:
			if own {
				u.agent(ctx, ref.name)
			}
		case toResource:
			u.resource(ctx, ref, own)
		case toFile, toPath:
			if !u.bring(ctx, ref, own) {
				continue // the person's words may still name it, with more right
			}
		}
		u.seen[ref.text] = true
	}
}

// hasServer says whether a word names a resource because a server has the name that it begins with.
func (u *resolution) hasServer(word string) bool {
	server, _ := resourceIn(word)
	return server != "" && u.o.Servers != nil && u.o.Servers.Has(server)
}

// resource brings what a server has under a URI, by its longest form first. Only the person may have servers
// asked for something.
func (u *resolution) resource(ctx context.Context, ref reference, own bool) {
	if !own || u.o.Servers == nil {
		u.note("%s stays text", ref.text)
		return
	}
	var first error
	for _, name := range ref.names() {
		server, uri, _ := strings.Cut(name, ":")
		text, known, err := u.o.Servers.Resource(ctx, server, uri)
		switch {
		case !known:
			u.note("%s stays text: there is no server %s", ref.text, server)
			return
		case err == nil:
			if u.fits(ref.text, text) {
				u.blocks.WriteString("\n\n" + wrapped("resource", "uri", name, text))
			}
			return
		case first == nil:
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	u.note("%s was left out: %s", ref.text, clean.Line(first.Error()))
}

// bring brings the file or directory of a reference and says whether the matter is settled.
func (u *resolution) bring(ctx context.Context, ref reference, own bool) bool {
	if !own && slices.ContainsFunc(ref.names(), func(name string) bool { return u.seen["name "+name] }) {
		return true // the person named it
	}
	found, name, err := u.find(ctx, ref, own)
	switch code := fsapi.CodeOf(err); {
	case err == nil:
	case ref.kind == toPath && (code == fsapi.NotFound || code == fsapi.InvalidPath || code == fsapi.NotDirectory):
		return true // plain text, such as a mention
	case ref.kind == toPath && errors.Is(err, syscall.ENAMETOOLONG):
		return true
	case ref.kind == toPath && code == fsapi.OutsideWorkspace && !strings.ContainsAny(ref.name, `/\`):
		return true
	case errors.Is(err, errNotOwn):
		u.note("%s was left out: a command of the project may refer to files of the workspace only", ref.text)
		return false
	case errors.Is(err, context.DeadlineExceeded):
		u.note("%s was left out: it took longer than %v", ref.text, u.o.Patience)
		return true
	default:
		u.note("%s was left out: %s", ref.text, reason(err))
		return true
	}
	u.seen["name "+name] = true
	if u.seen["path "+found.path] {
		return true
	}
	u.seen["path "+found.path] = true
	if found.image != nil {
		u.show(ref.text, found.image)
		return true
	}
	if !u.fits(ref.text, found.text) {
		return true
	}
	if found.note != "" {
		u.note("%s: %s", ref.text, found.note)
	}
	if ref.kind == toFile {
		u.turn.Before = append(u.turn.Before, "@file:"+clean.Line(name)+"\n"+found.text)
		return true
	}
	u.blocks.WriteString("\n\n" + block(found, name))
	return true
}

// fits counts a text that goes with the turn, if there is room for it.
func (u *resolution) fits(name, text string) bool {
	if u.size+len(text) > maxTurn {
		u.note("%s was left out: all that a prompt refers to may have %d KiB together", name, maxTurn>>10)
		return false
	}
	u.size += len(text)
	return true
}

// find looks for what a reference names, by its longest name first. Without any it is the fault of the
// longest.
func (u *resolution) find(ctx context.Context, ref reference, own bool) (found, string, error) {
	var first error
	for _, name := range ref.names() {
		got, err := within(ctx, u.o.Patience, func(ctx context.Context) (found, error) { return u.load(ctx, name, own, maxReference) })
		if err == nil {
			return got, name, nil
		}
		if first == nil {
			first = err
		}
		if code := fsapi.CodeOf(err); code != fsapi.NotFound && code != fsapi.NotDirectory {
			return found{}, "", err
		}
	}
	return found{}, "", first
}

// block wraps a file or a listing.
func block(f found, name string) string {
	tag := "file"
	if f.dir {
		tag = "directory"
	}
	return wrapped(tag, "path", name, f.text)
}

// wrapped is a text in a tag that ends where the text cannot end it.
func wrapped(tag, attribute, name, text string) string {
	name = strings.ReplaceAll(clean.Line(name), `"`, "&quot;")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if !strings.Contains(text, "</"+tag) {
		return fmt.Sprintf("<%s %s=\"%s\">\n%s</%s>", tag, attribute, name, text, tag)
	}
	mark := 1
	for strings.Contains(text, fmt.Sprintf("</%s-%d>", tag, mark)) {
		mark++
	}
	return fmt.Sprintf("<%s-%d %s=\"%s\">\n%s</%s-%d>", tag, mark, attribute, name, text, tag, mark)
}
