package golangci

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
)

func TestPlugin(t *testing.T) {
	build, err := register.GetPlugin("biasedshuffle")
	if err != nil {
		t.Fatal(err)
	}
	p, err := build(nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.BuildAnalyzers()
	if err != nil || len(all) != 1 || analysis.Validate(all) != nil {
		t.Fatalf("%v, %v", all, err)
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Error("types are not loaded")
	}
}
