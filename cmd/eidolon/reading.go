package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// maxInput bounds what is read as a whole: more than any model takes, and no more than a computer has room
// for. What never ends, such as a device, ends there too.
const maxInput = 64 << 20

// readInput reads to the end of what may be long.
func readInput(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err == nil && len(data) > maxInput {
		return nil, fmt.Errorf("it is longer than %d MiB", maxInput>>20)
	}
	return data, err
}

// readFile reads a named file, or standard input for "-" and "".
func (h *host) readFile(args []string) ([]byte, error) {
	if len(args) == 0 || args[0] == "-" {
		return readInput(h.stdin)
	}
	f, err := os.Open(args[0])
	if err != nil {
		return nil, reading(args[0], err)
	}
	defer func() { _ = f.Close() }() // it was for reading
	data, err := readInput(f)
	return data, reading(args[0], err)
}

// reading says what could not be read, and why.
func reading(path string, err error) error {
	if err == nil {
		return nil
	}
	if pe, ok := errors.AsType[*os.PathError](err); ok {
		err = pe.Err
	}
	return fmt.Errorf("read %s: %w", path, err)
}
