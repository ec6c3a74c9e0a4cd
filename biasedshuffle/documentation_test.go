package biasedshuffle_test

import (
	"fmt"
	"strings"

	"github.com/yates-shuffle/yates/biasedshuffle"
)

func ExampleDocumentation() {
	sentence, _, _ := strings.Cut(biasedshuffle.Documentation(), ".")
	fmt.Println(sentence)
	// Output: Package biasedshuffle finds shuffles in Go code that cannot be fair
}
