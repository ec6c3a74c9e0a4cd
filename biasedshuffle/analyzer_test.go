package biasedshuffle_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

func TestCorpus(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), biasedshuffle.Analyzer, "biased", "fair")
}
