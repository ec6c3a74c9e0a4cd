// Biasedshuffle finds biased shuffles in Go code. It runs on packages, as in
// "biasedshuffle ./...", and as "go vet -vettool". "biasedshuffle -h" lists its flags and
// exit statuses, and the page of package biasedshuffle shows what it finds.
package main

import (
	"golang.org/x/tools/go/analysis/singlechecker"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

func main() { singlechecker.Main(biasedshuffle.Analyzer) }
