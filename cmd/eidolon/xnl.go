package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"eidolon/xnl"
	"eidolon/xnl/conformance"
)

func newXNL(h *host) *cobra.Command {
	cmd := &cobra.Command{
		Use: "xnl", Short: "Read, check and format XNL",
		Long:    "XNL is the notation of tool calls, tool cards and the readable history of sessions.",
		Example: "  eidolon xnl parse < file.xnl",
		Args:    cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newXNLParse(h), newXNLEvents(h), newXNLFmt(h), newXNLConformance(h))
	return cmd
}

func newXNLParse(h *host) *cobra.Command {
	var opts xnl.Options
	cmd := &cobra.Command{
		Use: "parse [FILE]", Short: "Print the tree of a document as JSON",
		Long:    "parse prints the tree of a document as JSON, or the error with its code and position and exit code 1.",
		Example: `  echo '<note { text = "hi" }>' | eidolon xnl parse`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			src, err := h.readFile(args)
			if err != nil {
				return failed(err)
			}
			doc, err := xnl.Parse(src, opts)
			if err != nil {
				fmt.Fprintf(h.stdout, "%s\n", conformance.Error(err))
				return &codeError{code: exitFailed}
			}
			fmt.Fprintf(h.stdout, "%s\n", conformance.Tree(doc))
			return nil
		},
	}
	cmd.Flags().BoolVar(&opts.Lenient, "lenient", false, "take commas for white space and : for =, as in a model's output")
	cmd.Flags().BoolVar(&opts.HashIsID, "hash-is-id", false, "read <a #b> as an element with an id, as some other programs write it")
	return cmd
}

func newXNLEvents(h *host) *cobra.Command {
	var chunk int
	cmd := &cobra.Command{
		Use: "events [FILE]", Short: "Scan a message for tool calls and print one event a line",
		Long: `events feeds a message of an assistant to the incremental scanner and prints one JSON event a line.
What is printed is the same for every chunk size.`,
		Example: `  eidolon xnl events --chunk 1 message.txt`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if chunk < 0 {
				return usage("--chunk takes a number of bytes, or 0 for the whole message at once")
			}
			src, err := h.readFile(args)
			if err != nil {
				return failed(err)
			}
			return failed(conformance.WriteEvents(h.stdout, src, chunk))
		},
	}
	cmd.Flags().IntVar(&chunk, "chunk", 0, "bytes at a time; 0 for all at once")
	return cmd
}

func newXNLFmt(h *host) *cobra.Command {
	var compact bool
	cmd := &cobra.Command{
		Use: "fmt [FILE]", Short: "Print a document in the standard form",
		Example: `  eidolon xnl fmt history.xnl`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			src, err := h.readFile(args)
			if err != nil {
				return failed(err)
			}
			doc, err := xnl.Parse(src, xnl.Options{})
			if err != nil {
				return failed(err)
			}
			out, err := xnl.FormatDoc(doc.Nodes, xnl.Layout{Pretty: !compact})
			if err != nil {
				return failed(err)
			}
			fmt.Fprintf(h.stdout, "%s\n", out)
			return nil
		},
	}
	cmd.Flags().BoolVar(&compact, "compact", false, "on one line")
	return cmd
}

func newXNLConformance(h *host) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "conformance FILE", Short: "Run a file of conformance cases",
		Long:    "conformance runs a file of cases, prints each that fails, and a closing line. Exit code 1 if any failed.",
		Example: `  eidolon xnl conformance testdata/xnl/cases.json`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return failed(h.conformance(args[0], asJSON))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return cmd
}
