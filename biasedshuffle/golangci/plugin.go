// Package golangci makes the analyser a module plugin of golangci-lint.
// The folder examples/lint has the files that build and enable it.
package golangci

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

func init() {
	register.Plugin("biasedshuffle", New)
}

type plugin struct{}

// New returns the plugin, which has no settings.
func New(any) (register.LinterPlugin, error) { return plugin{}, nil }

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{biasedshuffle.Analyzer}, nil
}

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
