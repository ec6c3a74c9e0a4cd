// Biasedshuffle finds biased shuffles in Go code. It runs on packages, as in
// "biasedshuffle ./...", and as "go vet -vettool". The package of its name documents what
// it finds and its exit status; "biasedshuffle help" prints that.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/yates-shuffle/yates/biasedshuffle"
	"github.com/yates-shuffle/yates/internal/label"
)

const program = "biasedshuffle"

func main() {
	if slices.ContainsFunc(os.Args[1:], ofVet) || os.Getenv(fixing) != "" {
		singlechecker.Main(biasedshuffle.Analyzer) // which exits
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// ofVet reports whether go vet gives such an argument to its tool.
func ofVet(arg string) bool {
	return arg == "-V=full" || arg == "-flags" || strings.HasSuffix(arg, ".cfg")
}

// run runs a command line and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	err := execute(args, stdout, stderr)
	var end status
	var wrong usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &end):
		return int(end)
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "%s: %s", program, label.Escape(wrong.message, ""))
		if wrong.try != "" {
			fmt.Fprintf(stderr, "; try:\n  %s", wrong.try)
		}
		fmt.Fprintln(stderr)
		return int(misused)
	}
	fmt.Fprintf(stderr, "%s: %s\n", program, label.Escape(err.Error(), "\n\t"))
	return int(failed)
}

// A status is the exit status of a command that has told already what it found.
type status int

const (
	failed  status = 1
	misused status = 2
	found   status = 3
)

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// A usageError is a command line that is wrong.
type usageError struct{ message, try string }

func (e usageError) Error() string { return e.message }

// options are what the flags say.
type options struct {
	version, json, sarif, fix, tests bool
	tags                             string
	lines                            int
}

func (o *options) flags() *flag.FlagSet {
	flags := flag.NewFlagSet(program, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run tells what is wrong
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

// execute runs a command line. Its error may be a status or a usageError.
func execute(args []string, stdout, stderr io.Writer) error {
	var o options
	flags := o.flags()
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return write(stdout, usage(flags))
	} else if err != nil {
		return usageError{err.Error(), program + " --help"}
	}
	args = flags.Args()
	switch at := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") }); {
	case o.version || slices.Equal(args, []string{"version"}):
		return write(stdout, version())
	case slices.Equal(args, []string{"help"}):
		return write(stdout, usage(flags)+"\n"+biasedshuffle.Documentation())
	case len(args) > 1 && (args[0] == "help" || args[0] == "version"):
		return usageError{fmt.Sprintf("%s takes no arguments, but was given %q", args[0], args[1]),
			program + " " + args[0]}
	case len(args) == 0:
		return usageError{"no packages were given", program + " ./..."}
	case at >= 0:
		return usageError{fmt.Sprintf("flags come before packages, but %s comes after", args[at]), program + " --help"}
	case o.json && o.sarif:
		return usageError{"-json and -sarif exclude each other: there is one standard output", ""}
	}
	seen, err := look(o, args)
	if err == nil && o.fix {
		if err = applyFixes(o, args); err == nil || len(seen.troubles) > 0 { // which it fails for, too
			seen, err = look(o, args) // at what is left, and where it is now
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
		end = failed
	}
	var out bytes.Buffer
	if o.sarif || o.json {
		print := s.graph.PrintJSON
		if o.sarif {
			print = s.writeSARIF
		}
		err := print(&out)
		if err == nil {
			err = write(stdout, string(label.JSON(out.Bytes())))
		}
		if err != nil {
			return err
		}
		return end
	}
	if err := s.graph.PrintText(&out, o.lines); err != nil {
		return err
	}
	io.WriteString(stderr, label.Escape(out.String(), "\n\t")) // code may give its files any names (//line)
	for _, action := range s.graph.Roots {
		if len(action.Diagnostics) > 0 {
			end = found
		}
	}
	return end
}

// write writes to standard output.
func write(stdout io.Writer, text string) error {
	_, err := io.WriteString(stdout, text)
	var of *fs.PathError
	if errors.As(err, &of) {
		return fmt.Errorf("writing to standard output: %w", of.Err)
	}
	return err
}

// version returns the line that tells what this program is.
func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("%s %s (%s %s/%s)\n", program, strings.Trim(v, "()"), runtime.Version(), runtime.GOOS,
		runtime.GOARCH)
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
	return b.String() + "\nExit status:\n" + statuses
}
