// Command bench runs the real binary against a model server on loopback and prints what it measured
// beside the budgets. Each figure is the median of several runs. With -check it fails when a figure
// misses its budget by more than twice; timing depends on the machine, so this is no test.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

// tolerance is how far a figure may miss its budget before -check fails.
const tolerance = 2

func main() {
	binary := flag.String("binary", "bin/eidolon", "the program to measure")
	scripts := flag.String("scripts", "testdata/model", "directory of the model scripts")
	runs := flag.Int("runs", 5, "runs for each figure")
	only := flag.String("only", "", "measure only rows whose name holds this")
	check := flag.Bool("check", false, "fail when a budget is missed by more than twice")
	flag.Parse()
	missed, err := bench(context.Background(), *binary, *scripts, *only, *runs)
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
	if *check && missed {
		fmt.Fprintf(os.Stderr, "error: a budget is missed by more than %dx\n", tolerance)
		os.Exit(1)
	}
}

// bench measures every row and prints the table. It says whether a row is far off.
func bench(ctx context.Context, binary, scripts, only string, runs int) (missed bool, err error) {
	binary, err = filepath.Abs(binary)
	if err != nil {
		return false, err
	}
	p := &probe{binary: binary, scripts: scripts}
	defer func() { err = errors.Join(err, p.close()) }()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tbudget\tmeasured\tof budget")
	for _, row := range rows() {
		if !strings.Contains(row.what, only) {
			continue
		}
		got, err := row.median(ctx, p, runs)
		if errors.Is(err, errNoPrompt) || errors.Is(err, errors.ErrUnsupported) {
			fmt.Fprintf(w, "%s\t%.4g %s\t-\t%v\n", row.what, row.budget, row.unit, err)
			continue
		}
		if err != nil {
			return false, errors.Join(fmt.Errorf("%s: %w", row.what, err), w.Flush())
		}
		missed = missed || row.missed(got)
		fmt.Fprintln(w, row.figure(got))
	}
	return missed, w.Flush()
}

// median measures a row several times.
func (r row) median(ctx context.Context, p *probe, runs int) (float64, error) {
	if r.once {
		runs = 1
	}
	var figures []float64
	for range runs {
		got, err := r.measure(ctx, p)
		if err != nil {
			return 0, err
		}
		figures = append(figures, got)
	}
	return median(figures), nil
}
