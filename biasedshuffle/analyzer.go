package biasedshuffle

import (
	_ "embed"
	"flag"
	"go/parser"
	"go/token"
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
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		panic(err) // it would not have compiled
	}
	_, doc, _ := strings.Cut(file.Doc.Text(), "\nbiasedshuffle: ")
	return doc
}

func flags() (f flag.FlagSet) {
	f.BoolVar(&code.Strict, "strict", false, "report small biases, too: of Float64, below 2^-50, and of words of 24\n"+
		"bits and more where nothing is shuffled or drawn for value")
	return f
}

func run(pass *analysis.Pass) (any, error) {
	for s := range code.Declarations(pass) {
		told, understood := loops.Find(s)
		comparisons.Find(s)
		draws.Find(s, told, understood)
		seeds.Find(s)
	}
	return nil, nil
}
