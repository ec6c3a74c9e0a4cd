package biasedshuffle

import (
	_ "embed"
	"flag"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/comparisons"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/draws"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/loops"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/seeds"
)

// Analyzer reports biased shuffles. See the package's documentation for what it
// finds, and for its flag -strict.
var Analyzer = &analysis.Analyzer{
	Name:  "biasedshuffle",
	Doc:   doc(),
	URL:   "https://pkg.go.dev/github.com/yates-shuffle/yates/biasedshuffle",
	Flags: flags(),
	Run:   run,
}

//go:embed doc.go
var source string

// doc returns the documentation from the title of the analyser on.
func doc() string {
	_, text, _ := strings.Cut(source, "\n// biasedshuffle: ")
	text, _, _ = strings.Cut(text, "\npackage ")
	return strings.NewReplacer("\n// ", "\n", "\n//", "\n").Replace(text) + "\n"
}

func flags() (f flag.FlagSet) {
	f.Bool("strict", false, "report small biases, too: of Float64, below 2^-50, and of words of 24\n"+
		"bits and more where nothing is shuffled or drawn for value")
	return f
}

func run(pass *analysis.Pass) (any, error) {
	strict := pass.Analyzer.Flags.Lookup("strict").Value.String() == "true"
	for s := range code.Declarations(pass) {
		told, understood := loops.Find(s)
		comparisons.Find(s)
		draws.Find(s, told, understood, strict)
		seeds.Find(s)
	}
	return nil, nil
}
