// Command features lists the rows of docs/features.md with and without a test. It is run from the
// repository's root by `make features`; with -json it prints the same for scripts. It exits with 1
// when a test names a row that does not exist.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"eidolon/internal/house/rows"
)

func main() {
	asJSON := flag.Bool("json", false, "print JSON")
	root := flag.String("root", ".", "the repository's root")
	flag.Parse()
	os.Exit(run(*root, *asJSON, os.Stdout, os.Stderr))
}

func run(root string, asJSON bool, stdout, stderr io.Writer) int {
	report, err := rows.Compare(os.DirFS(root))
	if err == nil {
		write := report.WriteText
		if asJSON {
			write = report.WriteJSON
		}
		err = write(stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\n", err)
		return 1
	}
	if len(report.Problems) > 0 {
		fmt.Fprintf(stderr, "error: %d claims of tests are wrong, see above\n", len(report.Problems))
		return 1
	}
	return 0
}
