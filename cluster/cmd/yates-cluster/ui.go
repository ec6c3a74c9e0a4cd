package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// What users see follows the rules of the command yates: a message is one line, and if a
// command line can fix the problem, it stands on the next line, ready to paste.

const (
	statusFailure = 1
	statusUsage   = 2
)

const usage = `{{or .Long .Short}}

Usage:
  {{.UseLine}}
{{- if .HasExample}}

Examples:
{{.Example}}
{{- end}}
{{- if .HasAvailableSubCommands}}

Commands:
{{- range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}}  {{.Short}}
{{- end}}{{end}}
{{- end}}

Flags:
{{.LocalFlags.FlagUsages}}
Exit status:
  0    if and only if everything requested was done and written
  1    if and only if it was not; standard error says why
  2    if and only if the command line is wrong; then nothing was done
  130  if SIGINT ended it; 143 if SIGTERM did; 141 if the reader closed the output
`

// A problem is an error with a remedy, or another exit status than 1.
type problem struct {
	err    error
	remedy string // a command line, or empty
	status int
}

func (p *problem) Error() string { return p.err.Error() }
func (p *problem) Unwrap() error { return p.err }

func badUsage(remedy, format string, args ...any) error {
	return &problem{fmt.Errorf(format, args...), remedy, statusUsage}
}

// oneMachine are flags of "yates shuffle" that machines cannot share.
var oneMachine = []string{
	"unique", "group-by", "stratify", "weight", "in-step", "folds", "epoch",
	"input-range", "i", "echo", "e", "repeat", "r",
}

// badFlag says what is wrong with a flag.
func badFlag(cmd *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok || !slices.Contains(oneMachine, unknown.GetSpecifiedName()) {
		return badUsage(cmd.CommandPath()+" --help", "%w", err)
	}
	dashes := "--"
	if unknown.GetSpecifiedShortnames() != "" {
		dashes = "-"
	}
	return badUsage("", "%s%s needs one machine; use yates shuffle", dashes, unknown.GetSpecifiedName())
}

// explain adds the command line that helps to an error.
func explain(cmd *cobra.Command, err error) error {
	var (
		other   *job.OtherJobError
		none    *job.NoJobError
		missing *job.MissingError
		changed *job.ChangedError
		damaged *job.DamagedError
		object  *store.Error
	)
	command := func(words string, work string) string { return "yates-cluster " + words + " " + quote.New().File(work) }
	switch p := (*problem)(nil); {
	case errors.As(err, &p):
	case errors.As(err, new(*job.SpecError)), errors.As(err, new(*store.NameError)):
		return badUsage("", "%w", err)
	case errors.Is(err, store.ErrStream):
		return fmt.Errorf("%w; yates shuffle reads it", err)
	case errors.As(err, new(*records.UnreadableError)), errors.As(err, new(*records.NotPackedError)):
		return fmt.Errorf("%w (--raw takes it as it is)", err)
	case errors.As(err, &other):
		return &problem{err, command("clean", other.Work.Text()), statusFailure}
	case errors.As(err, &damaged):
		return &problem{err, command("clean", damaged.Work.Text()), statusFailure}
	case errors.As(err, &none):
		return &problem{err, "yates-cluster help plan", statusFailure}
	case errors.As(err, &missing) && len(cmd.Flags().Args()) > 0 && cmd.Name() != "run":
		args := cmd.Flags().Args()
		return &problem{err, command(fmt.Sprintf("%s %d of %d", missing.Step, missing.Number+1, missing.Of), args[len(args)-1]), statusFailure}
	case errors.As(err, &changed) && cmd.Name() == "shuffle": // which has no folder
		return fmt.Errorf("%w; start it again", err)
	case errors.As(err, &changed):
		return fmt.Errorf("%w; clean the work folder and start the job again", err)
	case errors.As(err, &object):
		return object // it says itself what was done with what
	}
	return err
}

// sayFewer says, as yates does, that -n asks for more records than there are, unless the
// shuffle ended with an error.
func sayFewer(cmd *cobra.Command, st *store.Store, spec job.Spec, err error) {
	if err != nil || spec.Head <= 0 {
		return
	}
	m, err := job.ReadManifest(cmd.Context(), st, spec.Output)
	if err != nil || m == nil || m.Records >= spec.Head { // all is written, whatever happened to the manifest since
		return
	}
	there := "there are only " + label.Plural(m.Records, "record")
	switch m.Records {
	case 0:
		there = "there are no records"
	case 1:
		there = "there is only 1 record"
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "yates-cluster: %s, and -n asks for %s\n", there, label.Number(spec.Head))
}

// report prints the error with which a command ended, and returns the exit status.
func report(ctx context.Context, stderr io.Writer, err error) int {
	if status, ok := process.Quiet(ctx, err); ok {
		return status
	}
	message, status := label.Escape(err.Error(), ""), statusFailure
	var p *problem
	if errors.As(err, &p) {
		status = p.status
		if p.remedy != "" {
			message += "; try:\n  " + label.Escape(p.remedy, "")
		}
	}
	fmt.Fprintf(stderr, "yates-cluster: %s\n", message)
	return status
}
