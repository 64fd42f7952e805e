package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"eidolon/actors/model"
	"eidolon/actors/stubmodel"
	"eidolon/internal/stubserver"
)

// serverKey finds the server of a script among its values.
type serverKey struct{}

// startModel implements
//
//	stubmodel SCRIPT
//
// It serves a script of the archive, or of testdata/model, and points the program at it.
func startModel(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: stubmodel SCRIPT")
	}
	path := filepath.Join(ts.Getenv("WORK"), args[0])
	if _, err := os.Stat(path); err != nil {
		path = filepath.Join(ts.Getenv("TESTDATA"), "model", args[0])
	}
	srv, err := serve(path)
	ts.Check(err)
	ts.Defer(srv.Close)
	holder := ts.Value(serverKey{}).(*serverHolder)
	holder.server = srv
	ts.Setenv("OPENAI_BASE_URL", srv.URL)
	ts.Setenv("OPENAI_API_KEY", testKey)
}

// serve plays the script in a file.
func serve(path string) (*stubserver.Server, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	script, err := stubmodel.Parse(filepath.Base(path), data)
	if err != nil {
		return nil, err
	}
	return stubserver.Start(context.Background(), script, stubserver.Options{})
}

// serverHolder is a script's server, once it has one.
type serverHolder struct{ server *stubserver.Server }

func exchanges(ts *testscript.TestScript) []stubserver.Exchange {
	holder := ts.Value(serverKey{}).(*serverHolder)
	if holder.server == nil {
		ts.Fatalf("there is no stubmodel yet")
	}
	return holder.server.Exchanges()
}

// countRequests implements
//
//	requests N
func countRequests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: requests N")
	}
	all := exchanges(ts)
	if fmt.Sprint(len(all)) != args[0] {
		for i, x := range all {
			ts.Logf("request %d: step %d, attempt %d, status %d, %s", i+1, x.Step, x.Attempt, x.Status, x.Err)
		}
		ts.Fatalf("there were %d requests", len(all))
	}
	for i, x := range all {
		if x.Status == 400 {
			ts.Fatalf("request %d was refused: %s", i+1, x.Err)
		}
	}
}

// matchRequest implements
//
//	[!] request N PART REGEXP
//
// where N counts from 1 or is "last", and the part is "last" (the last message with its results),
// "system", "header" or "body".
func matchRequest(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: [!] request N last|system|header|body REGEXP")
	}
	x := nthExchange(ts, args[0])
	var text string
	switch messages := x.Request.Messages; args[1] {
	case "last":
		if len(messages) == 0 {
			ts.Fatalf("the request has no messages: %s", x.Err)
		}
		last := messages[len(messages)-1]
		text = last.Text
		for _, r := range last.Results {
			text += "\n" + r.Text
		}
	case "system":
		for _, m := range messages {
			if m.Role == model.System {
				text += m.Text + "\n"
			}
		}
	case "header":
		var b bytes.Buffer
		ts.Check(x.Header.Write(&b))
		text = b.String()
	case "body":
		text = string(x.Body)
	default:
		ts.Fatalf("a request has no part %q", args[1])
	}
	re, err := regexp.Compile("(?m)" + args[2])
	ts.Check(err)
	if re.MatchString(text) == neg {
		ts.Logf("[%s of request %s]\n%s", args[1], args[0], text)
		ts.Fatalf("match of %#q is %t", args[2], !neg)
	}
}

func nthExchange(ts *testscript.TestScript, number string) stubserver.Exchange {
	all := exchanges(ts)
	if number == "last" {
		number = strconv.Itoa(len(all))
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(all) {
		ts.Fatalf("there is no request %s; there were %d", number, len(all))
	}
	return all[n-1]
}

// checkGap implements
//
//	gap A B MIN MAX
//
// The time between the last byte of the answer to request A and the arrival of request B.
func checkGap(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: gap A B MIN MAX")
	}
	a, b := nthExchange(ts, args[0]), nthExchange(ts, args[1])
	least, err := time.ParseDuration(args[2])
	ts.Check(err)
	most, err := time.ParseDuration(args[3])
	ts.Check(err)
	if gap := b.Arrived.Sub(a.Last); gap < least || gap > most {
		ts.Fatalf("the gap was %s", gap)
	}
}
