package biasedshuffle

import (
	_ "embed"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/comparisons"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/draws"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/loops"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/seeds"
)

// Analyzer reports biased shuffles. See the package's documentation for what it
// finds.
var Analyzer = &analysis.Analyzer{
	Name: "biasedshuffle",
	Doc:  doc(),
	URL:  "https://pkg.go.dev/github.com/yates-shuffle/yates/biasedshuffle",
	Run:  run,
}

//go:embed doc.go
var source string

// doc returns the documentation from the title of the analyser on.
func doc() string {
	_, text, _ := strings.Cut(source, "\n// biasedshuffle: ")
	text, _, _ = strings.Cut(text, "\npackage ")
	return strings.NewReplacer("\n// ", "\n", "\n//", "\n").Replace(text) + "\n"
}

func run(pass *analysis.Pass) (any, error) {
	for s := range code.Declarations(pass) {
		loops.Find(s)
		comparisons.Find(s)
		draws.Find(s)
		seeds.Find(s)
	}
	return nil, nil
}
