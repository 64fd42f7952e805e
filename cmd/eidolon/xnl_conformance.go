package main

import (
	"fmt"
	"os"

	"eidolon/xnl/conformance"
)

// conformance runs a case file and prints what failed.
func (h *host) conformance(path string, asJSON bool) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	report, err := conformance.Run(f)
	if err != nil {
		return err
	}
	if asJSON {
		if err := h.printJSON(report); err != nil {
			return err
		}
	} else {
		for _, fail := range report.Failures {
			fmt.Fprintf(h.stdout, "%s (%s) %s\n  got  %s\n  want %s\n", fail.ID, fail.Kind, fail.Note, fail.Got, fail.Want)
		}
		fmt.Fprintf(h.stdout, "%d passed, %d failed\n", report.Passed, report.Failed)
	}
	if report.Failed > 0 {
		return &codeError{code: exitFailed}
	}
	return nil
}
