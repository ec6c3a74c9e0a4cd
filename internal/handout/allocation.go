package handout

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/stream"
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
}

// A Factor is what participants are stratified by.
type Factor struct {
	Name   string
	Values []string
}

// An Allocation is a row of the list of a trial.
type Allocation struct {
	Arm             string
	Sequence, Block int      // in its stratum, from 1 on
	Values          []string // of the factors, which all in its stratum share
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
	case len(t.Arms) < 2:
		return errors.New("a trial needs two arms or more, as a row of CSV")
	case len(t.Ratio) != len(t.Arms) || slices.Min(t.Ratio) < 1 || slices.Max(t.Ratio) > 1000:
		return fmt.Errorf("a ratio of %d arms has %[1]d numbers from 1 to 1,000", len(t.Arms))
	case len(t.Sizes) == 0 || slices.ContainsFunc(t.Sizes, wrong):
		return fmt.Errorf("the size of a block is a multiple of %d, which is the sum of the ratio, and at most 1,000",
			t.Unit())
	case t.Least < 1 || t.Strata() > MostAllocations/t.Least:
		return errors.New("a list has from 1 to 1,000,000 allocations")
	}
	err := Distinct("arm", t.Arms)
	for _, f := range t.Factors {
		err = cmp.Or(err, Distinct("value of "+label.Name(f.Name), f.Values))
	}
	return err
}

// Distinct says what is wrong with the names of several things: one that is empty or breaks a line or a terminal, or
// two that people could take for one, as they differ by case alone.
func Distinct(thing string, names []string) error {
	known := make(map[string]bool)
	for _, name := range names {
		switch lower := strings.ToLower(name); {
		case name == "" || label.Escape(name, "") != name:
			return fmt.Errorf("the %s %q is empty, or cannot be printed", thing, name)
		case known[lower]:
			return fmt.Errorf("the %s %s is there twice, at least but for case", thing, label.Name(name))
		default:
			known[lower] = true
		}
	}
	return nil
}

// Allocate returns the list of a trial that Check accepts, by strata. In each block, each
// arrangement of the arms is equally likely, and so is each of the sizes. A stratum depends on
// the seed and on what the trial says of it, but not on other strata.
func (t *Trial) Allocate(seed order.Seed) (all [][]Allocation) {
	strata := [][]string{nil}
	for _, f := range t.Factors {
		var more [][]string
		for _, values := range strata {
			for _, value := range f.Values {
				more = append(more, append(slices.Clone(values), value))
			}
		}
		strata = more
	}
	for _, values := range strata {
		source := rand.NewChaCha8(stream.Key(seed, fmt.Sprintf("allocate production %q", values), 0))
		var rows []Allocation
		for block := 1; len(rows) < t.Least; block++ {
			arms := t.Block(t.Sizes[rand.New(source).IntN(len(t.Sizes))])
			yates.Shuffle(arms, source)
			for _, arm := range arms {
				rows = append(rows, Allocation{arm, len(rows) + 1, block, values})
			}
		}
		all = append(all, rows)
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
