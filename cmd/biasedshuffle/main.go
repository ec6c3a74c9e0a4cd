// Biasedshuffle finds biased shuffles in Go code. It runs on packages, as in
// "biasedshuffle ./...", and as "go vet -vettool". The package of its name documents what
// it finds and its exit status; "biasedshuffle help" prints that.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/yates-shuffle/yates/biasedshuffle"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
)

const program = "biasedshuffle"

func main() {
	if slices.ContainsFunc(os.Args[1:], ofVet) {
		singlechecker.Main(biasedshuffle.Analyzer) // which exits
	}
	_, stdout, stderr := process.Streams()
	os.Exit(run(process.WithSignals(context.Background()), os.Args[1:], stdout, stderr))
}

// ofVet reports whether go vet gives such an argument to its tool.
func ofVet(arg string) bool {
	return arg == "-V=full" || arg == "-flags" || strings.HasSuffix(arg, ".cfg")
}

// run runs a command line and returns the exit status. It closes stdout if it is an
// io.Closer.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output.Writer{W: stdout}
	command := func() error {
		err := execute(ctx, args, out, stderr)
		if failed := out.Close(); failed != nil {
			return failed
		}
		return err
	}
	return process.Supervise(ctx, command, func(ctx context.Context, err error) int {
		if s, ok := errors.AsType[status](err); ok {
			return int(s)
		}
		return frame.Report(ctx, stderr, program, err)
	})
}

// A status is the exit status of a command that has told already what it found.
type status int

const found status = 3

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// options are what the flags say.
type options struct {
	version, json, sarif, fix, tests bool
	tags                             string
	lines                            int
}

func (o *options) flags() *flag.FlagSet {
	flags := flag.NewFlagSet(program, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // frame.Report tells what is wrong
	flags.BoolVar(&o.version, "version", false, "print the version")
	flags.BoolVar(&o.json, "json", false, "print what is found as JSON, in the form of go vet")
	flags.BoolVar(&o.sarif, "sarif", false, "print what is found as SARIF, for code scanning")
	flags.BoolVar(&o.fix, "fix", false, "apply the suggested fixes, and report what is left")
	flags.BoolVar(&o.tests, "test", true, "look at test files, too")
	flags.StringVar(&o.tags, "tags", "", "a comma-separated `list` of build tags, in place of those in GOFLAGS")
	flags.IntVar(&o.lines, "c", -1, "show the line that is meant, with `N` lines of context")
	biasedshuffle.Analyzer.Flags.VisitAll(func(f *flag.Flag) { flags.Var(f.Value, f.Name, f.Usage) })
	return flags
}

// execute runs a command line. Its error may be a status.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var o options
	flags := o.flags()
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, err := io.WriteString(stdout, usage(flags))
		return err
	} else if err != nil {
		return frame.BadUsage(program+" --help", "%w", err)
	}
	args = flags.Args()
	switch at := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") }); {
	case o.version || slices.Equal(args, []string{"version"}):
		_, err := io.WriteString(stdout, process.VersionLine(program))
		return err
	case slices.Equal(args, []string{"help"}):
		_, err := io.WriteString(stdout, usage(flags)+"\n"+biasedshuffle.Documentation())
		return err
	case len(args) > 1 && (args[0] == "help" || args[0] == "version"):
		return frame.BadUsage(program+" "+args[0], "%s takes no arguments, but was given %q", args[0], args[1])
	case len(args) == 0:
		return frame.BadUsage(program+" ./...", "no packages were given")
	case at >= 0:
		return frame.BadUsage(program+" --help", "flags come before packages, but %s comes after", args[at])
	case o.json && o.sarif:
		return frame.BadUsage("", "-json and -sarif exclude each other: there is one standard output")
	}
	seen, err := look(ctx, o, args)
	if err == nil && o.fix {
		var changed bool
		if changed, err = applyFixes(seen.graph); err == nil && changed {
			seen, err = look(ctx, o, args) // at what is left, and where it is now
		}
	}
	if err != nil {
		return err
	}
	return seen.tell(o, stdout, stderr)
}

// tell prints what was seen. Its error may be a status.
func (s *sight) tell(o options, stdout, stderr io.Writer) error {
	for _, trouble := range s.troubles {
		io.WriteString(stderr, label.Escape(trouble, "\n\t")+"\n")
	}
	var end error
	if len(s.troubles) > 0 {
		end = status(frame.StatusFailure)
	}
	var out bytes.Buffer
	switch {
	case o.sarif || o.json:
		write := s.graph.PrintJSON
		if o.sarif {
			write = s.writeSARIF
		}
		err := write(&out)
		if err == nil {
			_, err = stdout.Write(label.JSON(out.Bytes()))
		}
		if err != nil {
			return err
		}
	default:
		if err := s.graph.PrintText(&out, o.lines); err != nil {
			return err
		}
		io.WriteString(stderr, label.Escape(out.String(), "\n\t")) // code may give its files any names (//line)
		for _, action := range s.graph.Roots {
			if len(action.Diagnostics) > 0 {
				end = found
			}
		}
	}
	return end
}

// usage returns what --help prints.
func usage(flags *flag.FlagSet) string {
	var b strings.Builder
	flags.SetOutput(&b)
	fmt.Fprintf(&b, `%s

Usage:
  biasedshuffle [flags] packages
  biasedshuffle help               print the documentation, with wrong and right code
  biasedshuffle version

Flags:
`, biasedshuffle.Analyzer.Doc)
	flags.PrintDefaults()
	_, statuses, _ := strings.Cut(biasedshuffle.Documentation(), "\n# Exit status\n\n")
	statuses, _, _ = strings.Cut(statuses, "\n# ")
	return b.String() + "\nExit status:\n" + statuses
}
