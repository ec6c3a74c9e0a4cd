package biasedshuffle

import (
	"flag"

	"golang.org/x/tools/go/analysis"

	"github.com/yates-shuffle/yates/biasedshuffle/internal/code"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/comparisons"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/loops"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/reductions"
	"github.com/yates-shuffle/yates/biasedshuffle/internal/seeds"
)

// Analyzer reports biased shuffles. See the package's documentation for what it
// finds, and for its flag -strict.
var Analyzer = &analysis.Analyzer{
	Name:  "biasedshuffle",
	Doc:   doc,
	URL:   "https://pkg.go.dev/github.com/yates-shuffle/yates/biasedshuffle",
	Flags: flags(),
	Run:   run,
}

const doc = `report shuffles that cannot be fair

The biasedshuffle analyzer reports code in which some orders, or some indices,
are more likely than others: naive shuffles, shuffles that are off by one, sorts
with a random comparison, remainders of random words, scaled floats, seeds that
are too small or come from the clock, swaps by XOR, and the like. It runs loops
through all their random choices for 3 and 4 items, so that what it says about
them is proved.`

func flags() (f flag.FlagSet) {
	f.BoolVar(&code.Strict, "strict", false, "report small biases, too: of Float64, below 2^-50, and of words of 24 "+
		"bits and more where nothing is shuffled or drawn for value")
	return f
}

func run(pass *analysis.Pass) (any, error) {
	for s := range code.Declarations(pass) {
		told, understood := loops.Find(s)
		comparisons.Find(s)
		reductions.Find(s, told, understood)
		seeds.Find(s)
	}
	return nil, nil
}
