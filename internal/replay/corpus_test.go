package replay_test

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/replay"
	"eidolon/internal/tools"
	"eidolon/prompts"
)

// corpus is where recorded sessions are; `make recordings` makes them anew.
const corpus = "../../testdata/replay"

// recording reads one recorded session.
func recording(t *testing.T, name string) replay.Options {
	t.Helper()
	o := replay.Options{ID: "recorded", Tools: specs(), Hint: func(code tool.Code) string { return prompts.Retry(string(code)) }}
	f, err := os.Open(filepath.Join(corpus, name, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		e, err := event.Decode(lines.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if meta, ok := e.Event.(event.Meta); ok {
			o.ID = meta.ID
		}
		o.Events = append(o.Events, e)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	var state struct{ Key string }
	content, err := os.ReadFile(filepath.Join(corpus, name, "state.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &state); err != nil {
		t.Fatal(err)
	}
	if o.Key, err = hex.DecodeString(state.Key); err != nil {
		t.Fatal(err)
	}
	return o
}

// nobody stands for what a command would need: no command is judged or run in a replay.
type nobody struct{ fsapi.Runner }

func (nobody) Judge(fsapi.Command) fsapi.Verdict { panic("a command is judged") }

// specs declares the program's own tools.
func specs() []tool.Spec {
	var out []tool.Spec
	for _, h := range tools.New(tools.Options{Runner: nobody{}, Judge: nobody{}}) {
		out = append(out, h.Spec())
	}
	return out
}

// play replays a session in virtual time.
func play(t *testing.T, o replay.Options) (report replay.Report, notices []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o.Now = time.Now
		o.Notice = func(line string) { notices = append(notices, line) }
		o.Unhandled = func(who actorkit.Address, m any) { t.Errorf("%s does not know %T%+v", who, m, m) }
		var err error
		if report, err = replay.Run(t.Context(), o); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
	return report, notices
}

// names lists the corpus.
func names(t *testing.T) []string {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join(corpus, "*", "events.jsonl"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("there are no recordings: %v", err)
	}
	for i := range dirs {
		dirs[i] = filepath.Base(filepath.Dir(dirs[i]))
	}
	return dirs
}

// Every recorded session comes again as it was, event for event.
//
// Covers: Y3, Z34
func TestRecordingsComeAgain(t *testing.T) {
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			report, notices := play(t, recording(t, name))
			for _, d := range report.Differences {
				t.Error(d)
			}
			if len(notices) > 0 || report.Events == 0 {
				t.Errorf("%d events were compared; notices:\n%s", report.Events, strings.Join(notices, "\n"))
			}
		})
	}
}
