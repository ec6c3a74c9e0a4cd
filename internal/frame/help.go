package frame

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpTemplate is the help of every command.
const helpTemplate = `{{or .Long .Short}}

Usage:
  {{useLine .}}
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

// The annotations of a command say what its help has besides texts and flags.
const (
	Brief        = "brief"       // the names of the usual flags, which -h shows
	Environment  = "environment" // the environment variables, one a line
	ExitStatuses = "exit status" // its own lines of exit statuses, but for those of signals
	Sections     = "sections"    // the flags under headings, one a line: "Input: echo input-range"
)

// Interrupted is the exit status of a command that ends with SIGINT.
const Interrupted = `  130  if SIGINT ended it
`

// exitStatus is what the help of other commands says of the exit status.
const exitStatus = `  0    if and only if everything requested was done and written
  1    if and only if it was not, for no reason below; standard error says why
  2    if and only if the command line is wrong; then nothing was done
` + Interrupted

// Answers returns the annotations of a command that answers a question with yes, no or something else.
func Answers(yes, no, more string) map[string]string {
	return map[string]string{ExitStatuses: "  0    if and only if " + yes + "\n  1    if and only if " + no + `
  2    if and only if it was not checked, for a reason that standard error tells
` + more + Interrupted}
}

// RightIf is the exit status of commands whose answer can depend on what the reader must find out.
const RightIf = "  3    if and only if it is right if what the first line says is so\n"

// signalStatus is what the help of all commands says of the exit status.
const signalStatus = `  141  if the reader closed the output, as in "| head -1"; no message
  143  if SIGTERM ended it; 131 if SIGQUIT did; 129 if SIGHUP did, as when the
       terminal is closed
`

// SetHelp gives a command and those below it, which it must have already, our help: all of it with --help and cobra's
// command help, which gets our words and errors, and on one screen with -h.
func SetHelp(root *cobra.Command) {
	root.SetUsageTemplate(helpTemplate)
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		help := cmd.UsageString()
		if !slices.Contains(args, "--help") {
			help = BriefHelp(cmd)
		}
		io.WriteString(cmd.OutOrStdout(), help) // output.Writer keeps the error
	})
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.Use, help.Short = "help [COMMAND]", "print the help of a command"
	help.Long = "Help prints the help of a command, as COMMAND --help does."
	help.Example = "  " + root.Name() + " help shuffle"
	help.RunE = func(cmd *cobra.Command, args []string) error {
		about, rest, _ := root.Find(args) // which says with the rest what there is not
		if len(rest) > 0 {
			return UnknownCommand(about, rest[0])
		}
		about.InitDefaultHelpFlag() // so that the help shows it
		_, err := io.WriteString(cmd.OutOrStdout(), about.UsageString())
		return err
	}
}

// UseLine returns how a command is used.
func UseLine(cmd *cobra.Command) string { return strings.TrimSuffix(cmd.UseLine(), " [flags]") }

// Flags returns the flags of a command, under their headings and in the order in which they were added.
func Flags(cmd *cobra.Command) string {
	if cmd.Annotations[Sections] == "" {
		cmd.Flags().SortFlags = false
		return "Flags:\n" + cmd.LocalFlags().FlagUsages()
	}
	var b strings.Builder
	for line := range strings.Lines(cmd.Annotations[Sections]) {
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

// BriefHelp returns the help that -h prints: the usual flags, on one screen.
func BriefHelp(cmd *cobra.Command) string {
	names := strings.Fields(cmd.Annotations[Brief])
	if len(names) == 0 {
		return cmd.UsageString()
	}
	what, _, _ := strings.Cut(cmd.Long, "\n\n")
	return fmt.Sprintf("%s\n\nUsage:\n  %s\n\nExamples:\n%s\n\nUsual flags:\n%s\n"+
		"%s --help shows all flags and the full text.\n",
		what, UseLine(cmd), cmd.Example, usagesOf(cmd, names), cmd.CommandPath())
}

// ExitStatus returns the exit statuses in the help of a command.
func ExitStatus(cmd *cobra.Command) string {
	return "Exit status:\n" + cmp.Or(cmd.Annotations[ExitStatuses], exitStatus) + signalStatus
}

func init() {
	// With this text, a command started from the Explorer on Windows would wait and exit.
	cobra.MousetrapHelpText = ""
	cobra.EnableCommandSorting = false // those that people look for first come first
	cobra.AddTemplateFunc("exitStatus", ExitStatus)
	cobra.AddTemplateFunc("useLine", UseLine)
	cobra.AddTemplateFunc("flagSections", Flags)
}
