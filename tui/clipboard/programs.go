package clipboard

import (
	"context"
	"encoding/binary"
	"os/exec"
	"runtime"
	"strings"
	"time"
	"unicode/utf16"

	"eidolon/internal/leaf/lang"
)

// way is a program that takes text for a clipboard.
type way struct {
	name string // for people
	tmux bool
	args [][]string // to be tried in this order
	wide bool       // it takes UTF-16
}

// programs gives those that apply. What belongs to a desktop is of no use at the other end of SSH.
func programs(env func(string) string, in lang.Table) []way {
	var ways []way
	if env("TMUX") != "" {
		// -w passes it on to the terminal outside; tmux before 3.2 does not know it.
		ways = append(ways, way{name: "tmux", tmux: true, args: [][]string{{"tmux", "load-buffer", "-w", "-"}, {"tmux", "load-buffer", "-"}}})
	}
	if env("SSH_CONNECTION") != "" || env("SSH_TTY") != "" || env("SSH_CLIENT") != "" {
		return ways
	}
	switch {
	case runtime.GOOS == "darwin":
		ways = append(ways, way{name: "pbcopy", args: [][]string{{"pbcopy"}}})
	case runtime.GOOS == "windows", env("WSL_DISTRO_NAME") != "":
		ways = append(ways, way{name: "clip.exe", args: [][]string{{"clip.exe"}}, wide: true})
	case env("WAYLAND_DISPLAY") != "":
		ways = append(ways, way{name: "wl-copy", args: [][]string{{"wl-copy"}}})
	case env("DISPLAY") != "":
		ways = append(ways, way{name: in.T("the X clipboard"), args: [][]string{
			{"xclip", "-selection", "clipboard"},
			{"xsel", "--clipboard", "--input"},
		}})
	}
	return ways
}

// send tries the programs in their order until one takes the text.
func (w way) send(ctx context.Context, run func(context.Context, string, string, ...string) error, text string) (err error) {
	if w.wide {
		text = widened(text)
	}
	for _, args := range w.args {
		if err = run(ctx, text, args[0], args[1:]...); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// run runs a program. Some stay in the background to serve the clipboard, so its output is not waited
// for.
func run(ctx context.Context, text, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin = strings.NewReader(text)
	cmd.WaitDelay = 100 * time.Millisecond
	return cmd.Run()
}

// widened gives text as UTF-16 with a mark of its byte order.
func widened(text string) string {
	out := []byte{0xFF, 0xFE}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, unit)
	}
	return string(out)
}
