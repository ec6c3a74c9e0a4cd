// Biasedshuffle finds biased shuffles in Go code; see the package of its name. It
// runs on packages, as in "biasedshuffle ./...", and as "go vet -vettool". Build tags
// are those of GOFLAGS.
//
// The exit status is 0 if nothing was found, 3 if something was, 1 if code could not be
// read or does not compile and in what could, nothing was found, and 2 if the command
// line is wrong. With -json and -sarif, which print what is found, and with -fix, it is
// 0 in place of 3.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/singlechecker"
	"golang.org/x/tools/go/packages"

	"github.com/yates-shuffle/yates/biasedshuffle"
	"github.com/yates-shuffle/yates/internal/label"
)

func main() {
	if slices.ContainsFunc(os.Args[1:], ofVet) {
		singlechecker.Main(biasedshuffle.Analyzer) // which exits
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// ofVet reports whether go vet gives such an argument to its tool.
func ofVet(arg string) bool {
	return arg == "-V=full" || arg == "-flags" || strings.HasSuffix(arg, ".cfg")
}

func run(args []string, stdout, stderr io.Writer) int {
	say := func(v ...any) { io.WriteString(stderr, label.Escape(fmt.Sprintln(v...), "\n\t")) }
	flags := flag.NewFlagSet("biasedshuffle", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		say("usage: biasedshuffle [flags] packages\n\n" + biasedshuffle.Analyzer.Doc + "\n\nflags:")
		flags.PrintDefaults()
	}
	asJSON := flags.Bool("json", false, "print what is found as JSON, in the form of go vet")
	asSARIF := flags.Bool("sarif", false, "print what is found as SARIF, for code scanning")
	fix := flags.Bool("fix", false, "apply the suggested fixes")
	tests := flags.Bool("test", true, "look at test files, too")
	lines := flags.Int("c", -1, "show the line that is meant, with `N` lines of context")
	biasedshuffle.Analyzer.Flags.VisitAll(func(f *flag.Flag) { flags.Var(f.Value, f.Name, f.Usage) })
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return 2
	}

	// A signal ends the go command that lists the packages, too.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	loaded, err := packages.Load(&packages.Config{Context: ctx, Mode: packages.LoadAllSyntax | packages.NeedModule, Tests: *tests}, flags.Args()...)
	interrupted := ctx.Err() != nil
	stop()
	status := 0
	switch {
	case interrupted:
		say("biasedshuffle: interrupted")
		return 1
	case err != nil:
		say("biasedshuffle:", err)
		return 1
	case len(loaded) == 0:
		say("biasedshuffle:", strings.Join(flags.Args(), " "), "matched no packages")
		return 1
	}
	packages.Visit(loaded, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			say(err)
			status = 1
		}
	})
	graph, err := checker.Analyze([]*analysis.Analyzer{biasedshuffle.Analyzer}, loaded, nil)
	if err != nil {
		say("biasedshuffle:", err)
		return 1
	}

	var out bytes.Buffer
	switch {
	case *fix:
		err = applyFixes(graph)
	case *asSARIF:
		if err = writeSARIF(&out, graph); err == nil {
			_, err = stdout.Write(label.JSON(out.Bytes()))
		}
	case *asJSON:
		if err = graph.PrintJSON(&out); err == nil {
			_, err = stdout.Write(label.JSON(out.Bytes()))
		}
	default:
		err = graph.PrintText(&out, *lines)
		io.WriteString(stderr, label.Escape(out.String(), "\n\t")) // code may give its files any names (//line)
		for _, action := range graph.Roots {
			if len(action.Diagnostics) > 0 {
				status = 3
			}
		}
	}
	if err != nil {
		say("biasedshuffle:", err)
		return 1
	}
	return status
}
