// Package twin is the slow, obvious twin of the engine: what a shuffle must write, by SPEC.md, for some sources, a
// seed and options. It holds all in memory and shares no code with what it is compared with, but for package apart,
// which has a twin in its tests. Read it beside that page: order.go has the order, records.go has the input, and this
// file puts them together.
package twin

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"

	"github.com/yates-shuffle/yates/internal/apart"
)

// A Job is what is asked for.
type Job struct {
	Seed Seed

	NUL, CSV   bool // what ends a line; rows instead of lines
	Tar        bool // samples of archives
	TFRecord   bool
	Size       int            // of a record in bytes, or 0
	Delimiter  byte           // between columns; 0 is a comma for CSV, else a tab
	Lines      int            // of a record, if it is not one
	Start      *regexp.Regexp // of lines that begin a record, or nil
	Paragraphs bool           // records end where blank lines do
	Header     int            // lines
	HeaderLike *regexp.Regexp // of lines that are the header, in place of their number, or nil
	Unique     bool           // drops repeats
	UniqueBy   []int          // columns; drops records with the texts of an earlier one there
	GroupBy    []int          // columns, from 1 on
	StratifyBy []int          // columns
	ByKey      []int          // columns that decide the part
	OrderBy    []int          // columns that decide the order
	Share      *big.Rat       // with OrderBy: of the keys; nil is all
	ApartBy    []int          // columns
	Run        int            // of records with the same texts there; 0 is 1
	Ragged     bool           // a column that a record does not have is empty
	Common     bool           // an empty text is one that records can have in common
	Drop       bool           // records with an empty column
	Weight     int            // column, or 0
	Repeat     bool           // draws Head records with replacement, or with StratifyBy so many of each class
	Skip       int            // leaves out so many at the start of the order
	Head       int            // the first so many of the rest; if negative, all, or as many as the largest class has

	Parts []*big.Rat // shares of 1; what they leave is in none. Without them, one part has all
	Folds bool       // behind the parts, which are test sets, come their training sets

	Mix func(n []int) (k []int) // of a mixture: how many records it has of each source, of which each has so many
}

// Equal returns the shares of m equal parts.
func Equal(m int) []*big.Rat { return slices.Repeat([]*big.Rat{big.NewRat(1, int64(m))}, m) }

// Shares returns shares of 1, such as 0.8 or 1/3.
func Shares(texts ...string) (shares []*big.Rat) {
	for _, text := range texts {
		share, ok := new(big.Rat).SetString(text)
		if !ok {
			panic("twin: not a share: " + text)
		}
		shares = append(shares, share)
	}
	return shares
}

// Sizes divides n by shares.
func Sizes(shares []*big.Rat, n int) []int {
	all := new(big.Rat).SetInt64(int64(n))
	rest, exact := new(big.Rat).Set(all), []*big.Rat(nil)
	for _, share := range shares {
		exact = append(exact, new(big.Rat).Mul(share, all))
		rest.Sub(rest, exact[len(exact)-1])
	}
	return round(append(exact, rest), n)[:len(shares)]
}

// Times returns how many records of each source are used if each source is used so often.
func Times(often []*big.Rat, n []int) (k []int) {
	for i, times := range often {
		uses := new(big.Rat).Mul(times, big.NewRat(2*int64(n[i]), 1)) // twice
		uses.Add(uses, big.NewRat(1, 1))
		k = append(k, int(new(big.Int).Quo(uses.Num(), new(big.Int).Lsh(uses.Denom(), 1)).Int64()))
	}
	return k
}

// Outputs returns what is to be written: an output for each part. It returns an error where the sources are to be
// refused.
func (j *Job) Outputs(sources [][]byte) (parts [][]byte, err error) {
	head, records, err := j.Records(sources)
	if err == nil {
		err = j.met(records)
	}
	if err == nil && j.Drop {
		records, err = j.complete(records)
	}
	if err != nil {
		return nil, err
	}
	if j.Unique || j.UniqueBy != nil {
		records, err = j.distinct(records)
	}
	if err != nil {
		return nil, err
	}
	groups, err := j.groups(records)
	if j.Mix != nil {
		groups, err = j.mixture(sources)
	}
	if err != nil {
		return nil, err
	}
	places, err := j.places(groups, records)
	if err != nil {
		return nil, err
	}
	for _, part := range places {
		out := slices.Clone(head)
		for _, place := range part {
			for _, r := range groups[place] {
				out = append(out, records[r]...)
			}
		}
		if j.Tar {
			out = append(out, make([]byte, 1024)...)
		}
		parts = append(parts, out)
	}
	return parts, nil
}

// distinct returns the records without those that equal earlier ones, as a whole or by columns.
func (j *Job) distinct(records [][]byte) (kept [][]byte, err error) {
	var keys []string
	alone := make([]bool, len(records))
	if j.UniqueBy != nil {
		if keys, alone, err = j.keys(records, j.UniqueBy); err != nil {
			return nil, err
		}
	} else {
		for _, record := range records {
			keys = append(keys, string(record))
		}
	}
	seen := map[string]bool{}
	for r, record := range records {
		if alone[r] || !seen[keys[r]] {
			kept = append(kept, record)
		}
		seen[keys[r]] = seen[keys[r]] || !alone[r]
	}
	return kept, nil
}

// complete returns the records that have a value in all columns.
func (j *Job) complete(records [][]byte) ([][]byte, error) {
	for _, columns := range [][]int{j.UniqueBy, j.GroupBy, j.StratifyBy, j.ByKey, j.OrderBy, j.ApartBy} {
		_, without, err := j.keys(records, columns)
		if err != nil {
			return nil, err
		}
		var kept [][]byte
		for r, record := range records {
			if !without[r] {
				kept = append(kept, record)
			}
		}
		records = kept
	}
	return records, nil
}

// mixture returns the numbers of the records of a mixture, in order.
func (j *Job) mixture(sources [][]byte) ([][]int, error) {
	var n []int
	for i := range sources {
		_, records, err := j.Records(sources[i : i+1])
		if err != nil {
			return nil, err
		}
		n = append(n, len(records))
	}
	k := j.Mix(n)
	for i := range n {
		if n[i] == 0 && k[i] > 0 {
			return nil, errors.New("a source has nothing for the mixture")
		}
	}
	return slices.Collect(slices.Chunk(Mixture(j.Seed, n, k), 1)), nil
}

// groups returns the numbers of the records that come out, in order; those that stay together are a group.
func (j *Job) groups(records [][]byte) (groups [][]int, err error) {
	n := len(records)
	var numbers []int
	switch {
	case j.GroupBy != nil:
		keys, alone, err := j.keys(records, j.GroupBy)
		return orderOfGroups(j.Seed, keys, alone), err
	case j.OrderBy != nil:
		keys, _, err := j.keys(records, j.OrderBy)
		return orderByKey(j.Seed, keys, j.Share), err
	case j.ApartBy != nil:
		keys, alone, err := j.keys(records, j.ApartBy)
		if err != nil {
			return nil, err
		}
		for r := range keys {
			if keys[r] = "key " + keys[r]; alone[r] {
				keys[r] = fmt.Sprint(r)
			}
		}
		s := stream("apart", j.Seed, 0)
		var crowd *apart.Crowd
		choose := func(n uint64) uint64 { return below(s, n) }
		if numbers, crowd = apart.Order(keys, Order(j.Seed, n), max(j.Run, 1), choose); crowd != nil {
			return nil, fmt.Errorf("no order is apart: %+v", *crowd)
		}
	case j.balanced():
		keys, _, err := j.keys(records, j.StratifyBy)
		if err != nil {
			return nil, err
		}
		numbers = balance(j.Seed, keys, j.Head)
	case j.Repeat && n == 0:
		return nil, errors.New("there is nothing to draw from")
	case j.Weight > 0:
		texts, _, err := j.keys(records, []int{j.Weight})
		if err != nil {
			return nil, err
		}
		weights := make([]*big.Rat, n)
		for r, text := range texts {
			w, ok := new(big.Rat).SetString(text)
			if !ok || w.Sign() < 0 {
				return nil, fmt.Errorf("%q is no weight", text)
			}
			weights[r] = w
		}
		if numbers = weighted(j.Seed, weights, j.Repeat, j.Head); j.Repeat && len(numbers) < j.Head {
			return nil, errors.New("there is nothing to draw")
		}
	case j.Repeat:
		for s := stream("repeat", j.Seed, 0); len(numbers) < j.Head; {
			numbers = append(numbers, int(below(s, uint64(n))))
		}
	default:
		numbers = Order(j.Seed, n)
	}
	return slices.Collect(slices.Chunk(numbers, 1)), nil
}

// balanced reports whether each class has as many draws.
func (j *Job) balanced() bool { return j.Repeat && j.StratifyBy != nil }

// places returns which places of an order of groups are in each part.
func (j *Job) places(groups [][]int, records [][]byte) (parts [][]int, err error) {
	place := min(j.Skip, len(groups))
	n := len(groups) - place
	if j.Head >= 0 && !j.balanced() {
		n = min(n, j.Head)
	}
	sizes := []int{n}
	if j.Parts != nil {
		sizes = Sizes(j.Parts, n)
	}
	if columns := slices.Concat(j.StratifyBy, j.ByKey); columns == nil || j.balanced() {
		for _, size := range sizes {
			var part []int
			for ; len(part) < size; place++ {
				part = append(part, place)
			}
			parts = append(parts, part)
		}
	} else {
		keys, _, err := j.keys(records, columns)
		if err != nil {
			return nil, err
		}
		placed := make([]string, len(groups))
		for place, group := range groups {
			placed[place] = keys[group[0]]
		}
		if j.ByKey != nil {
			parts = byKey(j.Seed, placed, j.Parts)
		} else {
			parts = strata(j.Seed, placed, sizes)
		}
	}
	if j.Folds {
		for p, tests := range slices.Repeat([][][]int{parts}, len(parts)) {
			training := slices.Concat(slices.Delete(slices.Clone(tests), p, p+1)...)
			slices.Sort(training)
			parts = append(parts, training)
		}
	}
	return parts, nil
}
