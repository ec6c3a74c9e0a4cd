package handout

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// A Trial is what the allocation list of a randomised trial is made from: permuted blocks of
// random sizes, within each stratum.
type Trial struct {
	Arms    []string
	Ratio   []int    // of the arms
	Sizes   []int    // of blocks, each as likely: one that is there twice is twice as likely
	Factors []Factor // each combination of their values is a stratum; without any, there is one
	Least   int      // allocations in each stratum; the last block is whole
	Purpose string   // "production", or another for another list of the same seed
}

// A Factor is what participants are stratified by.
type Factor struct {
	Name   string
	Values []string
}

// A Stratum has the allocations of participants who share the values of all factors.
type Stratum struct {
	Values []string
	Blocks [][]string // of arms
}

// MostAllocations is how many allocations a list can have, but for the ends of last blocks.
const MostAllocations = 1_000_000

// Unit returns how many participants the ratio is of: 3 for 2:1.
func (t *Trial) Unit() (sum int) {
	for _, share := range t.Ratio {
		sum += share
	}
	return sum
}

// Strata returns how many strata a trial has, or more than [MostAllocations] if it has more.
func (t *Trial) Strata() int {
	strata := 1
	for _, f := range t.Factors {
		strata = min(strata*len(f.Values), MostAllocations+1)
	}
	return strata
}

// Check says what is wrong with a trial.
func (t *Trial) Check() error {
	wrong := func(size int) bool { return size < 1 || size > 1000 || size%t.Unit() != 0 }
	switch {
	case len(t.Arms) < 2 || !Distinct(t.Arms):
		return errors.New("a trial needs two arms or more as a row of CSV, of different names that can be printed")
	case len(t.Ratio) != len(t.Arms) || slices.Min(t.Ratio) < 1 || slices.Max(t.Ratio) > 1000:
		return fmt.Errorf("a ratio of %d arms has %[1]d numbers from 1 to 1,000", len(t.Arms))
	case len(t.Sizes) == 0 || slices.ContainsFunc(t.Sizes, wrong):
		return fmt.Errorf("the size of a block is a multiple of %d, which is the sum of the ratio, and at most 1,000",
			t.Unit())
	case t.Least < 1 || t.Strata() > MostAllocations/t.Least:
		return errors.New("a list has from 1 to 1,000,000 allocations")
	}
	for _, f := range t.Factors {
		if !Distinct(f.Values) || len(f.Values) == 0 {
			return fmt.Errorf("the values of %s must be different, and such as can be printed", label.Name(f.Name))
		}
	}
	return nil
}

// Distinct reports whether all texts are different, and none is empty or breaks a line or a terminal.
func Distinct(texts []string) bool {
	sorted := slices.Sorted(slices.Values(texts))
	unseen := func(text string) bool { return text == "" || label.Escape(text, "") != text }
	return !slices.ContainsFunc(texts, unseen) && len(slices.Compact(sorted)) == len(texts)
}

// Allocate returns the list of a trial that Check accepts, by strata. In each block, each
// arrangement of the arms is equally likely, and so is each of the sizes. A stratum depends on
// the seed and on what the trial says of it, but not on other strata.
func (t *Trial) Allocate(seed order.Seed) []Stratum {
	all := []Stratum{{}}
	for _, f := range t.Factors {
		var more []Stratum
		for _, s := range all {
			for _, value := range f.Values {
				more = append(more, Stratum{Values: append(slices.Clone(s.Values), value)})
			}
		}
		all = more
	}
	for i := range all {
		s := &all[i]
		source := order.NewSource(seed, fmt.Sprintf("allocate %s %q", t.Purpose, s.Values))
		for left := t.Least; left > 0; {
			block := t.Block(t.Sizes[rand.New(source).IntN(len(t.Sizes))])
			yates.Shuffle(block, source)
			s.Blocks = append(s.Blocks, block)
			left -= len(block)
		}
	}
	return all
}

// Block returns a block of a size, one arm after the other.
func (t *Trial) Block(size int) (arms []string) {
	for i, arm := range t.Arms {
		arms = append(arms, slices.Repeat([]string{arm}, t.Ratio[i]*size/t.Unit())...)
	}
	return arms
}
