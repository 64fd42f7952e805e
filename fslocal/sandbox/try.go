package sandbox

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"strconv"
	"time"
)

// What a confined program can try, to find out whether it is confined.
const (
	TryWrite  = "write"  // make a file
	TryTemp   = "temp"   // make a temporary file
	TryRead   = "read"   // read a file
	TryList   = "list"   // list a directory
	TryTCP    = "tcp"    // connect to an address
	TryUDP    = "udp"    // send to an address
	TrySignal = "signal" // ask whether a process, given by its number, can be signalled; sends none
	TryTrace  = "trace"  // look into processes, as a debugger does
)

// Try does what it is told, and says whether the system refused it. Any other failure is an error.
func Try(ctx context.Context, what, target string) (refused bool, err error) {
	switch what {
	case TryWrite:
		err = os.WriteFile(target, nil, 0o600)
	case TryTemp:
		var f *os.File
		if f, err = os.CreateTemp("", ""); err == nil {
			err = f.Close()
		}
	case TryRead:
		_, err = os.ReadFile(target)
	case TryList:
		_, err = os.ReadDir(target)
	case TryTCP, TryUDP:
		err = trySend(ctx, what, target)
	case TrySignal:
		err = trySignal(target)
	case TryTrace:
		err = tryTrace()
	default:
		return false, errors.New("there is no such attempt: " + what)
	}
	if errors.Is(err, fs.ErrPermission) {
		return true, nil
	}
	return false, err
}

func trySend(ctx context.Context, network, address string) error {
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		return err
	}
	_, err = conn.Write([]byte("\n"))
	return errors.Join(err, conn.Close())
}

func trySignal(target string) error {
	pid, err := strconv.Atoi(target)
	if err != nil {
		return err
	}
	return askSignal(pid)
}
