// Biasedshuffle finds biased shuffles in Go code; see the package of its name. It
// runs on packages, as in "biasedshuffle ./...", and as "go vet -vettool".
package main

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

func main() { singlechecker.Main(biasedshuffle.Analyzer) }
