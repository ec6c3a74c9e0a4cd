package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

// A sight is what was seen in packages.
type sight struct {
	graph    *checker.Graph
	troubles []string // why code was not looked at
}

// look loads the packages that the patterns name and runs the analyser on them.
func look(o options, patterns []string) (*sight, error) {
	config := packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Tests: o.tests}
	if o.tags != "" {
		config.BuildFlags = []string{"-tags=" + o.tags}
	}
	loaded, err := packages.Load(&config, patterns...)
	switch {
	case err != nil:
		return nil, err
	case len(loaded) == 0:
		return nil, fmt.Errorf("%s matched no packages", strings.Join(patterns, " "))
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{biasedshuffle.Analyzer}, loaded, nil)
	return &sight{graph, troubles(loaded)}, err
}

// fixing is the variable that makes this program the driver of package singlechecker.
const fixing = "BIASEDSHUFFLE_FIXING"

// applyFixes lets that driver apply the first fix of each finding, in a process of its own, as it exits.
func applyFixes(o options, patterns []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, append([]string{"-fix", fmt.Sprint("-test=", o.tests)}, patterns...)...)
	cmd.Env = append(os.Environ(), fixing+"=1")
	if o.tags != "" {
		cmd.Env = append(cmd.Env, "GOFLAGS=-tags="+o.tags)
	}
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("the fixes were not applied: %w: %s", err, said)
	}
	return nil
}

// troubles returns the errors of packages and of what they import. A package and the one
// with its tests have the same errors.
func troubles(loaded []*packages.Package) (all []string) {
	packages.Visit(loaded, nil, func(p *packages.Package) {
		typed := slices.ContainsFunc(p.Errors, func(err packages.Error) bool { return err.Kind == packages.TypeError })
		for _, err := range p.Errors {
			listed := err.Kind == packages.ListError && typed // go list compiles it, too
			if text := err.Error(); !listed && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	})
	return all
}
