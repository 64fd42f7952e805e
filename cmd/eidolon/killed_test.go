//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"eidolon/actors/event"
)

// working is a script in which every command leaves a mark of its own.
const working = `
answers:
  - repeat: 5
    parts:
      - {text: "Step $STEP begins.\n", deltas: 3}
      - call: {name: SysBuiltIn.bash, id: a$STEP, input: {command: "echo a$STEP >>ran.txt"}}
      - {text: "In between.\n"}
      - calls:
          - {name: SysBuiltIn.read_file, id: r, input: {path: ran.txt}}
          - {name: SysBuiltIn.bash, id: b, input: {command: "echo b$STEP >>ran.txt"}}
      - {text: "Step $STEP ends.\n"}
    usage: {input: 1, output: 1}
  - parts: [{text: "That was all.\n"}]
`

// The program is killed at some moment, and the session goes on in another process. Every event that
// was told is in the journal, and no command runs twice, or without being in the journal. All of it can
// be played again.
//
// EIDOLON_KILLS is how often; each time has a number that names its moment.
//
// Covers: Z37, Z45, Z46, Z62
func TestKilledAtAnyMoment(t *testing.T) {
	times := 25
	if n, err := strconv.Atoi(os.Getenv("EIDOLON_KILLS")); err == nil {
		times = n
	}
	whole := newSite(t, working).start("exec", "--json", "-p", "go")
	if got := whole.wait(); got != 0 {
		t.Fatalf("without a kill: exit code %d\n%s", got, whole.stderr.String())
	}
	for i := range times {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			s := newSite(t, working)
			moment := rand.New(rand.NewPCG(uint64(i), 0)).IntN(whole.stdout.Len())
			stream := s.killedAfter(moment)
			dir := s.session()
			if dir == "" {
				if len(stream.lines) > 0 {
					t.Fatal("events were told, but there is no session")
				}
				return
			}
			if stream.dir != "" {
				s.check(stream.onDisk())
			}
			s.goOn(dir)
		})
	}
}

func (s *site) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Error(err)
	}
}

// killedAfter kills a run when so many bytes of its events have been read, and gives what it told.
func (s *site) killedAfter(bytesRead int) *eventStream {
	s.t.Helper()
	cmd := s.command("exec", "--json", "-p", "go")
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	var told bytes.Buffer
	s.check(readSome(&told, out, bytesRead))
	s.check(cmd.Process.Kill())
	_, err = io.Copy(&told, out)
	s.check(err)
	_ = cmd.Wait() // it was killed
	stream, err := readEvents(told.Bytes())
	if err != nil {
		s.t.Fatal(err)
	}
	return stream
}

// readSome copies so many bytes, or all when there are fewer: figures of times differ in length from run
// to run.
func readSome(to io.Writer, from io.Reader, n int) error {
	_, err := io.CopyN(to, from, int64(n))
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// goOn opens the session again, lets the model finish, and checks what has happened altogether.
func (s *site) goOn(dir string) {
	s.t.Helper()
	p := s.start("exec", "--json", "--session", filepath.Base(dir), "-p", "go on")
	if got := p.wait(); got != 0 {
		s.t.Fatalf("going on: exit code %d\n%s%s", got, p.stdout.String(), p.stderr.String())
	}
	stream, err := readEvents(p.stdout.Bytes())
	if err != nil {
		s.t.Fatal(err)
	}
	s.check(stream.whole())
	s.check(stream.onDisk())
	journal := s.journal()
	uses, results := map[string]string{}, map[string]int{}
	for _, use := range ofType[event.ToolUse](journal) {
		var in struct{ Command string }
		s.check(json.Unmarshal(use.Input, &in))
		if uses[use.Call] != "" {
			s.t.Errorf("call %s is in the journal twice", use.Call)
		}
		uses[use.Call] = use.Name + " " + in.Command
	}
	for _, r := range ofType[event.ToolResult](journal) {
		if results[r.Call]++; results[r.Call] > 1 || uses[r.Call] == "" {
			s.t.Errorf("call %s has %d results, or was never told", r.Call, results[r.Call])
		}
	}
	s.checkMarks(fmt.Sprint(uses))
	again := s.start("replay", filepath.Base(dir))
	if got := again.wait(); got != 0 || strings.Contains(again.stderr.String(), "compared up to") {
		s.t.Errorf("played again: exit code %d\n%s", got, again.stderr.String())
	}
}

// checkMarks checks that every command ran once at most, and not without its tool_use.
func (s *site) checkMarks(uses string) {
	s.t.Helper()
	ran, err := os.ReadFile(s.path("ran.txt"))
	if err != nil {
		s.t.Fatal(err)
	}
	seen := map[string]bool{}
	for mark := range strings.FieldsSeq(string(ran)) {
		if seen[mark] {
			s.t.Errorf("command %s ran twice:\n%s", mark, ran)
		}
		seen[mark] = true
		if !strings.Contains(uses, "echo "+mark+" ") {
			s.t.Errorf("command %s ran, but its tool_use is not in the journal", mark)
		}
	}
}
