package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
)

// addCompletion adds cobra's command that prints completion scripts, whose output must be known by now.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, _ := root.Find([]string{"completion"})
	cmd.Short, cmd.RunE, cmd.Args = "print a completion script for your shell", frame.NoCommand, nil
	for _, shell := range cmd.Commands() {
		shell.Args = frame.NoArguments
	}
}

// complete makes shells show the usage of flags as plain text, and complete the values of
// those without a completion of their own by their names in the usage: FILE is any file, DIR
// a directory, and for others nothing is proposed.
func complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		propose := cobra.NoFileCompletions
		name, usage := pflag.UnquoteUsage(f)
		switch f.Usage = usage; name {
		case "", "FILE": // no value, or what shells do by default
			return
		case "DIR":
			propose = func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
		}
		cmd.RegisterFlagCompletionFunc(f.Name, propose) // fails if there is one
	})
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
}
