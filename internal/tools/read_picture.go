package tools

import (
	"context"
	"fmt"
	"strings"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/picture"
)

// maxPicture is as much of a picture as is looked at. A larger one could not be shown.
const maxPicture = 5 << 20

// readPicture says what a picture is. Results of calls have no pictures in them on any wire that they
// would all take, so that is all that a model can be told.
func readPicture(ctx context.Context, src source) (tool.Result, bool) {
	begin, err := src.files.Read(ctx, src.rel, fsapi.ReadOptions{Limit: 16})
	if err != nil || !picture.Is(begin.Data) {
		return tool.Result{}, false
	}
	content, err := src.files.Read(ctx, src.rel, fsapi.ReadOptions{Limit: maxPicture})
	if err != nil || content.Truncated {
		return tool.Result{}, false
	}
	info, err := picture.Look(content.Data)
	if err != nil {
		return tool.Result{}, false
	}
	name := src.name(src.rel)
	out := readOutput{Path: name, Bytes: content.Size, Image: info.MediaType + " " + info.String()}
	ref := name
	if strings.ContainsAny(ref, " \t") {
		ref = `"` + ref + `"`
	}
	return tool.OK(out, fmt.Sprintf("(a picture, %s of %v pixels, which no tool can see. The user can show it to you: @file:%s)", info.MediaType, info, ref)), true
}
