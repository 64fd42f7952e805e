package login

import (
	"errors"
	"os/exec"
	"runtime"
	"strings"
)

// Browser gives what opens an address in the browser of the person who sits here, or nil where there is
// none to be seen: without a desktop, or at the other end of SSH. The browser is started with the
// variables of environ.
func Browser(environ []string) func(address string) error {
	env := func(name string) string {
		for _, entry := range environ {
			if value, ok := strings.CutPrefix(entry, name+"="); ok {
				return value
			}
		}
		return ""
	}
	if env("SSH_CONNECTION") != "" || env("SSH_TTY") != "" || env("SSH_CLIENT") != "" {
		return nil
	}
	program := []string{"xdg-open"}
	switch {
	case runtime.GOOS == "darwin":
		program = []string{"open"}
	case runtime.GOOS == "windows":
		program = []string{"rundll32", "url.dll,FileProtocolHandler"}
	case env("DISPLAY") == "" && env("WAYLAND_DISPLAY") == "":
		return nil
	}
	return func(address string) error {
		if !isAddress(address) {
			return errors.New("that is no address of a page")
		}
		return start(environ, append(program, address)...)
	}
}

// start starts a program and leaves it alone: it may stay for as long as the person has the browser open, and
// an interrupt that is meant for us does not reach it.
func start(environ []string, args ...string) error {
	cmd := exec.Command(args[0], args[1:]...) //nolint:noctx // it outlives the login
	cmd.Env, cmd.SysProcAttr = environ, apart()
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // how it ends says nothing about the page
	return nil
}
