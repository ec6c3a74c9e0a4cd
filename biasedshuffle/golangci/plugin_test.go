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
	if _, err := build(map[string]any{"stict": true}); err == nil {
		t.Error("an unknown setting is accepted")
	}
	for _, strict := range []string{"true", "false"} {
		p, err := build(map[string]any{"strict": strict == "true"})
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.BuildAnalyzers()
		if err != nil || len(all) != 1 || analysis.Validate(all) != nil {
			t.Fatalf("%v, %v", all, err)
		}
		if got := all[0].Flags.Lookup("strict").Value.String(); got != strict {
			t.Errorf("strict is %s, not %s", got, strict)
		}
		if p.GetLoadMode() != register.LoadModeTypesInfo {
			t.Error("types are not loaded")
		}
	}
}
