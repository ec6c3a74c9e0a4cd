package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/process"
)

// versionLine returns the line that --version prints.
func versionLine() string {
	commit, changed := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = "commit " + s.Value[:min(len(s.Value), 12)]
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = " with changes"
			}
		}
	}
	if commit != "" {
		commit += changed + ", "
	}
	return fmt.Sprintf("yates %s (%s%s %s/%s)\n", process.Version(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// newVersionCommand returns the command "yates version".
func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "version",
		Short:                 "print the version",
		Long:                  "Version prints the version of yates, the commit it was built from if known, the\nversion of Go, and the platform.",
		Example:               "  yates version",
		DisableFlagsInUseLine: true,
		Args:                  noArguments,
		ValidArgsFunction:     cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
}
