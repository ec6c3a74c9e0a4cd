// Gen prints examples/names.txt, a list for a raffle: numbers and names that are
// made of syllables and belong to nobody. From the root of the repository:
//
//	go run ./examples/gen > examples/names.txt
package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

func main() {
	if _, err := os.Stdout.Write(names(12_000)); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

var (
	givenFirst  = strings.Fields("A Be Ca Da E Fe Ga Ha I Jo Ka Li Ma Ni O Pe Ra Sa Te U Vi Wi Ya Ze")
	givenLast   = strings.Fields("bel dan dric fan la len lia lin lo mir na nia ra ren ria rik ron sa son ta va vin")
	familyFirst = strings.Fields("Ar Bar Ber Cor Dal Dor Fen Gar Hal Hol Ker Lan Lor Mar Mor Nor Or Pel Quin Ros Sel " +
		"Tam Ul Van Wes Yar Zel")
	familyMid  = strings.Fields("a an e el en er i in o on u")
	familyLast = strings.Fields("beck berg by dale field ford gate ham ley ling mann mont more nik owski rell ridge " +
		"sen ski stad ton vale ville wick wood worth")
)

// names returns n numbered lines with different names, always the same. They are
// drawn, so that the list is in no order of its own.
func names(n int) []byte {
	rng := rand.New(rand.NewPCG(1938, 1964)) // Fisher and Yates; Durstenfeld
	pick := func(syllables []string) string { return syllables[rng.IntN(len(syllables))] }
	var list bytes.Buffer
	seen := make(map[string]bool, n)
	for len(seen) < n {
		name := pick(givenFirst) + pick(givenLast) + " " + pick(familyFirst) + pick(familyMid) + pick(familyLast)
		if !seen[name] {
			seen[name] = true
			fmt.Fprintf(&list, "%05d %s\n", len(seen), name)
		}
	}
	return list.Bytes()
}
