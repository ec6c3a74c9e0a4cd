package main

import (
	"io"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// helpTemplate is the help of every command.
const helpTemplate = `{{or .Long .Short}}

Usage:
  {{.UseLine}}
{{- if .HasExample}}

Examples:
{{.Example}}
{{- end}}
{{- if .HasAvailableSubCommands}}

Commands:
{{- range .Commands}}{{if or .IsAvailableCommand (eq .Name "help")}}
  {{rpad .Name .NamePadding}}  {{.Short}}
{{- end}}{{end}}
{{- end}}

Flags:
{{.LocalFlags.FlagUsages}}
{{- with .Annotations.environment}}
Environment:
{{.}}
{{end}}
{{exitStatus .}}`

// environment is the annotation of a command that says which variables of the
// environment it heeds, a line each.
const environment = "environment"

// exitStatuses is the annotation of a command that has its own list of what the
// exit status means.
const exitStatuses = "exit status"

// exitStatusOf returns what the help of a command says of the exit status.
func exitStatusOf(cmd *cobra.Command) string {
	if own := cmd.Annotations[exitStatuses]; own != "" {
		return own
	}
	return exitStatus
}

func init() {
	// Where this is set, the command on Windows waits and exits on its own
	// when it is started from the Explorer.
	cobra.MousetrapHelpText = ""
	cobra.AddTemplateFunc("exitStatus", exitStatusOf)
}

// newHelpCommand returns the command "yates help".
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:                   "help [COMMAND]",
		Short:                 "print the help of a command",
		Long:                  "Help prints the help of a command, as COMMAND --help does.",
		Example:               "  yates help deal",
		DisableFlagsInUseLine: true,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			for _, c := range cmd.Root().Commands() {
				if c.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return firstOf(names...)(cmd, args, word)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			switch {
			case err != nil:
				return unknownCommand(cmd.Root(), args[0])
			case len(rest) > 0:
				return badUsage(about.CommandPath()+" --help", "%s has no commands, but was given %q", about.Name(), rest[0])
			}
			about.InitDefaultHelpFlag() // so that the help shows it
			_, err = io.WriteString(cmd.OutOrStdout(), about.UsageString())
			return err
		},
	}
}

// version returns the version of the module that the command was built from. It
// is known where the go command fetched it or built it in a repository.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}
