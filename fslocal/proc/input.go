package proc

import (
	"os"

	"eidolon/fsapi"
)

// input is what a command is given beside its text. The data goes through a pipe and not through a file,
// so that it touches no disk.
type input struct {
	data []byte
	env  []string
	live bool     // somebody goes on writing to it
	feed *os.File // writing end of the pipe; nil when there is nothing to read
}

func inputOf(c fsapi.Command) *input { return &input{data: c.Stdin, env: c.Env} }

// open gives the standard input of the command. One that is given nothing finds the end at once.
func (in *input) open() (stdin *os.File, err error) {
	if len(in.data) == 0 && !in.live {
		return os.Open(os.DevNull)
	}
	stdin, in.feed, err = os.Pipe()
	return stdin, err
}

// start writes the data beside everything else: a command may print before it reads, or read nothing
// at all. Close ends it, wherever it is.
func (in *input) start() {
	if in.feed == nil {
		return
	}
	go func() {
		_, _ = in.feed.Write(in.data) // a command that does not read to the end has its reasons
		in.feed.Close()
	}()
}

func (in *input) close() {
	if in.feed != nil {
		in.feed.Close()
	}
}
