// Package golangci makes the analyser a module plugin of golangci-lint.
// The folder examples/lint has the files that build and enable it.
package golangci

import (
	"strconv"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

func init() {
	register.Plugin("biasedshuffle", New)
}

// Settings are those of the plugin in .golangci.yml.
type Settings struct {
	Strict bool `json:"strict"` // report small biases, too
}

type plugin struct{}

// New returns the plugin with its settings.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, err
	}
	return plugin{}, biasedshuffle.Analyzer.Flags.Set("strict", strconv.FormatBool(s.Strict))
}

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{biasedshuffle.Analyzer}, nil
}

func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
