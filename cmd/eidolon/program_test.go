package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"sync"
	"time"
)

// patience is how long a process may take that hangs, as far as one can tell.
const patience = 2 * time.Minute

// program is a running process whose output is read as it comes.
type program struct {
	cmd    *exec.Cmd
	output chan string   // lines of both streams
	ended  chan struct{} // the streams are

	mu             sync.Mutex
	stdout, stderr bytes.Buffer
}

// start runs a command.
func start(cmd *exec.Cmd) (*program, error) {
	p := &program{cmd: cmd, output: make(chan string, 1<<16), ended: make(chan struct{})}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	errs, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var readers sync.WaitGroup
	readers.Go(func() { p.read(out, &p.stdout) })
	readers.Go(func() { p.read(errs, &p.stderr) })
	go func() {
		readers.Wait()
		close(p.output)
		close(p.ended)
	}()
	return p, nil
}

func (p *program) read(from io.Reader, into *bytes.Buffer) {
	r := bufio.NewReader(from)
	for {
		line, err := r.ReadString('\n')
		p.mu.Lock()
		into.WriteString(line)
		p.mu.Unlock()
		if line != "" {
			p.output <- line
		}
		if err != nil {
			return
		}
	}
}

// await waits for the next line of output that matches.
func (p *program) await(re *regexp.Regexp) error {
	for line := range p.output {
		if re.MatchString(line) {
			return nil
		}
	}
	return fmt.Errorf("the program ended and %#q never came:\n%s\n%s", re, p.stdout.String(), p.stderr.String())
}

// wait waits for the end and gives the exit code, -1 after a signal.
func (p *program) wait() int {
	<-p.ended
	err := p.cmd.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}
