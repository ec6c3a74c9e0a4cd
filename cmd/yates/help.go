package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

{{flagSections .}}
{{- with .Annotations.environment}}
Environment:
{{.}}
{{end}}
{{exitStatus .}}`

// environment is the annotation that lists the environment variables of a command,
// one a line.
const environment = "environment"

// exitStatuses is the annotation of a command with its own list of exit statuses.
const exitStatuses = "exit status"

// sections is the annotation that groups the flags of a command under headings, one
// a line: "Input: echo input-range". brief is the annotation that names the usual flags.
const (
	sections = "sections"
	brief    = "brief"
)

// flagSections returns the flags of a command, under their headings.
func flagSections(cmd *cobra.Command) string {
	if cmd.Annotations[sections] == "" {
		return "Flags:\n" + cmd.LocalFlags().FlagUsages()
	}
	var b strings.Builder
	for line := range strings.Lines(cmd.Annotations[sections]) {
		if heading, names, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(heading + " flags:\n" + usagesOf(cmd, strings.Fields(names)))
		}
	}
	return b.String()
}

// usagesOf returns the usage of the named flags.
func usagesOf(cmd *cobra.Command, names []string) string {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	for _, name := range names {
		set.AddFlag(cmd.LocalFlags().Lookup(name))
	}
	return set.FlagUsages()
}

// briefHelp returns the help that -h prints: the usual flags, on one screen.
func briefHelp(cmd *cobra.Command) string {
	names := strings.Fields(cmd.Annotations[brief])
	if len(names) == 0 {
		return cmd.UsageString()
	}
	what, _, _ := strings.Cut(cmd.Long, "\n\n")
	return fmt.Sprintf("%s\n\nUsage:\n  %s\n\nExamples:\n%s\n\nUsual flags:\n%s\n%s --help shows all %d flags and the full text.\n",
		what, cmd.UseLine(), cmd.Example, usagesOf(cmd, names), cmd.CommandPath(), countFlags(cmd))
}

func countFlags(cmd *cobra.Command) (n int) {
	cmd.LocalFlags().VisitAll(func(*pflag.Flag) { n++ })
	return n
}

// exitStatusOf returns the exit statuses in the help of a command.
func exitStatusOf(cmd *cobra.Command) string {
	if own := cmd.Annotations[exitStatuses]; own != "" {
		return own
	}
	return exitStatus
}

func init() {
	// With this text, a command started from the Explorer on Windows would wait
	// and exit.
	cobra.MousetrapHelpText = ""
	cobra.AddTemplateFunc("exitStatus", exitStatusOf)
	cobra.AddTemplateFunc("flagSections", flagSections)
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
			if about, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
				for _, c := range about.Commands() {
					if c.IsAvailableCommand() {
						names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
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
