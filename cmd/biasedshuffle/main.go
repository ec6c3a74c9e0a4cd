// Biasedshuffle finds biased shuffles in Go code. It runs on packages, as in
// "biasedshuffle ./...", and as "go vet -vettool". "biasedshuffle -h" lists its flags and
// exit statuses, and the page of package biasedshuffle shows what it finds.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

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
	status, err := run(os.Args[1:])
	if err != nil {
		status = max(status, 1)
		fmt.Fprintf(os.Stderr, "biasedshuffle: %s\n", label.Escape(err.Error(), "\n\t"))
	}
	os.Exit(status)
}

// ofVet reports whether go vet gives such an argument to its tool.
func ofVet(arg string) bool {
	return arg == "-V=full" || arg == "-flags" || strings.HasSuffix(arg, ".cfg")
}

// run runs a command line and returns the exit status, which is 1 or more if there is an error.
func run(args []string) (status int, err error) {
	flags := flag.NewFlagSet("biasedshuffle", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main prints what is wrong
	asJSON := flags.Bool("json", false, "print findings as JSON, an object a line")
	asSARIF := flags.Bool("sarif", false, "print findings as SARIF, for code scanning")
	fix := flags.Bool("fix", false, "apply the suggested fixes, and print no findings")
	flags.Bool("diff", false, "with -fix, print what would change, and change nothing")
	tests := flags.Bool("test", true, "check test files, too")
	printVersion := flags.Bool("version", false, "print the version")
	lines := flags.Int("c", -1, "print the code of a finding, with `N` lines around it")
	flags.Func("tags", "a comma-separated `list` of build tags", func(tags string) error {
		return os.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" '-tags="+tags+"'")
	})
	biasedshuffle.Analyzer.Flags.VisitAll(func(f *flag.Flag) { flags.Var(f.Value, f.Name, f.Usage) })

	err = flags.Parse(args)
	patterns := flags.Args()
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0, write(help(flags))
	case err != nil:
		return misused(err.Error(), "-h")
	case *printVersion || slices.Equal(patterns, []string{"version"}):
		return 0, write(version())
	case slices.Equal(patterns, []string{"help"}):
		return 0, write(biasedshuffle.Analyzer.Doc)
	case len(patterns) == 0:
		return misused("no packages were given", "./...")
	case slices.ContainsFunc(patterns, func(p string) bool { return strings.HasPrefix(p, "-") }):
		return misused("flags come before packages", "-h")
	case *asSARIF && (*asJSON || *fix):
		return misused("-sarif goes with neither -json nor -fix", "-sarif ./...")
	case *fix:
		singlechecker.Main(biasedshuffle.Analyzer) // which reads the same command line, and exits
	}

	graph, complete, err := look(patterns, *tests)
	if err != nil {
		return 1, err
	}
	if !complete {
		status = 1
	}
	var out bytes.Buffer
	switch {
	case *asSARIF:
		err = json.NewEncoder(&out).Encode(sarif(findings(graph), complete))
	case *asJSON:
		lines := json.NewEncoder(&out)
		for _, f := range findings(graph) {
			err = errors.Join(err, lines.Encode(f))
		}
	default:
		err = graph.PrintText(&out, *lines)
		io.WriteString(os.Stderr, label.Escape(out.String(), "\n\t")) // code may give its files any names (//line)
		if slices.ContainsFunc(graph.Roots, func(a *checker.Action) bool { return len(a.Diagnostics) > 0 }) {
			status = 3
		}
		return status, err
	}
	return status, errors.Join(err, write(string(label.JSON(out.Bytes()))))
}

// misused is how run ends if the command line is wrong.
func misused(what, try string) (status int, err error) {
	return 2, fmt.Errorf("%s; try:\n  biasedshuffle %s", what, try)
}

// write writes to standard output.
func write(text string) error {
	_, err := os.Stdout.WriteString(text)
	return err
}

// look runs the analyser on the packages that the patterns name. It prints why code was not
// looked at, if it is not complete.
func look(patterns []string, tests bool) (graph *checker.Graph, complete bool, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // what is loaded stays until the end
	config := packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Tests: tests,
		ParseFile: func(files *token.FileSet, name string, text []byte) (*ast.File, error) {
			return parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
		}}
	loaded, err := packages.Load(&config, patterns...)
	switch {
	case err != nil:
		return nil, false, err
	case len(loaded) == 0:
		return nil, false, fmt.Errorf("%s matched no packages", strings.Join(patterns, " "))
	}
	problems := make(map[string]bool) // a package and the one with its tests share them
	packages.Visit(loaded, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			listed := err.Kind == packages.ListError && len(p.TypeErrors) > 0 // go list compiles it, too
			if text := label.Escape(err.Error(), "\n\t"); !listed && !problems[text] {
				problems[text] = true
				fmt.Fprintln(os.Stderr, text)
			}
		}
	})
	graph, err = checker.Analyze([]*analysis.Analyzer{biasedshuffle.Analyzer}, loaded, nil)
	return graph, len(problems) == 0, err
}

// help returns what -h prints.
func help(flags *flag.FlagSet) string {
	var b strings.Builder
	about, _, _ := strings.Cut(biasedshuffle.Analyzer.Doc, "\n# ")
	b.WriteString(about + "\nFlags:\n")
	flags.SetOutput(&b)
	flags.PrintDefaults()
	return b.String()
}

// version returns what version prints.
func version() string {
	module := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		module = info.Main.Version
	}
	return fmt.Sprintf("biasedshuffle %s (%s %s/%s)\n", module, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
