package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/yates-shuffle/yates/biasedshuffle"
	"github.com/yates-shuffle/yates/internal/label"
)

// A vet is what "yates vet" was asked for.
type vet struct {
	json, tests, tiny bool
	tags              string
}

// newVetCommand returns the command "yates vet".
func newVetCommand() *cobra.Command {
	var v vet
	cmd := &cobra.Command{
		Use:   "vet [FLAG]... [PACKAGE]...",
		Short: "find biased shuffles in Go code",
		Long: `Vet reads Go packages and prints where they shuffle in a way that cannot be fair,
with what follows from it in numbers: naive shuffles, shuffles that are off by
one, sorts with a random comparison, remainders of random words, scaled floats,
small seeds, and the like. PACKAGE is what the go command takes, such as ./...;
without any it is the package in the current directory. The go command must be
installed.

The command biasedshuffle beside this one finds the same, corrects what can be
corrected safely (-fix), and works as "go vet -vettool".`,
		Example: `  yates vet ./...          the packages of a module
  yates vet --json ./...   for other programs`,
		Annotations:           map[string]string{exitStatuses: vetStatus},
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return answering(cmd, func() error { return v.run(cmd.Context(), args, cmd.OutOrStdout(), cmd.ErrOrStderr()) })
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&v.json, "json", false, "print JSON, as go vet -json does")
	flags.BoolVar(&v.tests, "tests", true, "read the packages' tests, too")
	flags.StringVar(&v.tags, "tags", "", "build with the tags in `LIST`, separated by commas")
	flags.BoolVar(&v.tiny, "tiny", false, "report remainders and floats with a bias below 2^-50, too")
	return cmd
}

// vetStatus is what the help says of the exit status.
const vetStatus = `Exit status:
  0    if and only if the packages were read and nothing was found
  1    if and only if biased shuffles were found and printed
  2    if and only if there is no answer, for a reason that standard error tells
  130  if SIGINT ended it
  141  if the reader of the output went away, as in "| head -1"; no message
  143  if SIGTERM ended it; 131 if SIGQUIT did; 129 if SIGHUP did, as when the
       terminal is closed
`

// run finds and prints.
func (v *vet) run(ctx context.Context, patterns []string, stdout, stderr io.Writer) error {
	if v.tiny {
		if err := biasedshuffle.Analyzer.Flags.Set("tiny", "true"); err != nil {
			return err
		}
	}
	config := &packages.Config{Context: ctx, Mode: packages.LoadAllSyntax | packages.NeedModule, Tests: v.tests}
	if v.tags != "" {
		config.BuildFlags = []string{"-tags=" + v.tags}
	}
	loaded, err := packages.Load(config, patterns...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("loading packages: %w", errors.New(inOneLine(err.Error())))
	}
	if len(loaded) == 0 {
		var names []string
		for _, pattern := range patterns {
			names = append(names, label.Name(pattern))
		}
		return fmt.Errorf("no packages match %s", strings.Join(names, " "))
	}
	if err := loadingProblem(loaded); err != nil {
		return err
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{biasedshuffle.Analyzer}, loaded, nil)
	if err != nil {
		return err
	}
	found, err := findings(graph)
	if err != nil {
		return err
	}
	if v.json {
		var text bytes.Buffer
		if err = graph.PrintJSON(&text); err == nil {
			_, err = stdout.Write(label.JSON(text.Bytes()))
		}
	} else {
		_, err = io.WriteString(stdout, strings.Join(found, ""))
	}
	if err != nil || len(found) == 0 {
		return err
	}
	were := "were"
	if len(found) == 1 {
		were = "was"
	}
	say(stderr, label.Plural(len(found), "biased shuffle")+" "+were+" found", "")
	return verdict(statusFailure)
}

// loadingProblem returns the first error of the packages, as code that does not
// compile says nothing for sure.
func loadingProblem(loaded []*packages.Package) (err error) {
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if err == nil && len(p.Errors) > 0 {
			e := p.Errors[0]
			if e.Pos != "" && e.Pos != "-" {
				err = fmt.Errorf("%s: %s", label.Name(e.Pos), inOneLine(e.Msg))
			} else {
				err = fmt.Errorf("package %s: %s", p.PkgPath, inOneLine(e.Msg))
			}
		}
	})
	return err
}

// inOneLine joins the lines of another program's message.
func inOneLine(message string) string { return strings.Join(strings.Fields(message), " ") }

// findings returns a line for each diagnostic, sorted by where it is. A package
// and its variant for tests have the same ones.
func findings(graph *checker.Graph) ([]string, error) {
	type finding struct {
		file         string
		line, column int
		message      string
	}
	var all []finding
	here, _ := os.Getwd()
	for _, action := range graph.Roots {
		if action.Err != nil {
			return nil, fmt.Errorf("%s: %w", action.Package.PkgPath, action.Err)
		}
		for _, d := range action.Diagnostics {
			p := action.Package.Fset.Position(d.Pos)
			if rel, err := filepath.Rel(here, p.Filename); err == nil && filepath.IsLocal(rel) {
				p.Filename = rel
			}
			all = append(all, finding{p.Filename, p.Line, p.Column, d.Message + " (" + d.Category + ")"})
		}
	}
	slices.SortFunc(all, func(a, b finding) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.line-b.line, a.column-b.column, strings.Compare(a.message, b.message))
	})
	var lines []string
	for _, f := range slices.Compact(all) {
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s\n", label.Name(f.file), f.line, f.column, label.Escape(f.message, "")))
	}
	return lines, nil
}
