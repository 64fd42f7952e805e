package login

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Variables that make the test program another process of a user, see process_test.go.
const (
	actEnv  = "LOGIN_TEST_ACT"
	baseEnv = "LOGIN_TEST_BASE"
	urlEnv  = "LOGIN_TEST_URL"
)

func TestMain(m *testing.M) {
	if act := os.Getenv(actEnv); act != "" {
		os.Exit(another(act))
	}
	goleak.VerifyTestMain(m)
}

// another is a process with the logins of the same user. It waits for a line before it begins, so that
// several begin together.
func another(act string) int {
	o := Options{
		Base: os.Getenv(baseEnv), Now: func() time.Time { return time.Now().Add(2 * time.Hour) },
		Services: []Service{{Name: "test", ClientID: "client-for-tests", TokenURL: os.Getenv(urlEnv) + "/token"}},
	}
	s := Open(o)
	if act == "die" {
		s.file.rename = func(string, string) error {
			p, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = p.Kill()
			}
			if err == nil {
				select {} // the end comes from outside
			}
			return err
		}
	}
	fmt.Fprintln(os.Stdout, "ready")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return 3
	}
	source, err := s.Source("test", "http://127.0.0.1/")
	if err == nil {
		var token string
		token, err = source.Token(context.Background())
		fmt.Fprintln(os.Stdout, token)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
