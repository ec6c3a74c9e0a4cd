package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/process"
)

// newVersionCommand returns the command "yates version".
func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Long: "Version prints the version of yates, the commit it was built from if known, the\n" +
			"version of Go, and the platform.",
		Example:           "  yates version",
		Args:              frame.NoArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), process.VersionLine("yates"))
			return err
		},
	}
}
