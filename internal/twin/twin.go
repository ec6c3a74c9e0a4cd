// Package twin is the slow, obvious twin of the engine: what a shuffle must write, by SPEC.md, for some sources, a
// seed and options. It holds all in memory and shares no code with what it is compared with. Read it beside that
// page: order.go has the order, records.go has the input, and this file puts them together.
package twin

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
)

// A Job is what is asked for.
type Job struct {
	Seed Seed

	NUL, CSV   bool // what ends a line; rows instead of lines
	Tar        bool // samples of archives
	TFRecord   bool
	Array      bool           // rows of arrays of numpy, of the type |u1
	Size       int            // of a record in bytes, or 0
	SkipBytes  int            // in front of those records
	Delimiter  byte           // between columns; 0 is a comma for CSV, else a tab
	Lines      int            // of a record, if it is not one
	Start      *regexp.Regexp // of lines that begin a record, or nil
	Header     int            // lines
	Unique     bool           // drops repeats
	InStep     bool           // each source is a track with an output of its own
	GroupBy    []int          // columns, from 1 on
	StratifyBy []int          // columns
	Ragged     bool           // a column that a record does not have is empty
	Common     bool           // an empty text is one that records can have in common
	Drop       bool           // records with an empty column
	Weight     int            // column, or 0
	Repeat     bool           // draws with replacement, Head records
	Skip       int            // leaves out so many at the start of the order
	Head       int            // the first so many of the rest, or a negative number for all

	Parts func(n int) (sizes []int) // Equal, Shares or others; nil: one part
	Folds bool                      // behind the parts, which are test sets, come their training sets
}

// Equal divides into m equal parts.
func Equal(m int) func(n int) []int {
	return func(n int) (sizes []int) {
		for p := range m {
			sizes = append(sizes, n/m)
			if p < n%m {
				sizes[p]++
			}
		}
		return sizes
	}
}

// Shares divides by shares of 1, such as 0.8 or 1/3.
func Shares(shares ...string) func(n int) []int {
	common, rest := int64(1), big.NewRat(1, 1) // what the shares leave
	var all []*big.Rat
	for _, text := range shares {
		share, ok := new(big.Rat).SetString(text)
		if !ok {
			panic("twin: not a share: " + text)
		}
		all, rest = append(all, share), rest.Sub(rest, share)
		common *= share.Denom().Int64()
	}
	return func(n int) []int {
		var exact []int // times common
		for _, share := range append(slices.Clip(all), rest) {
			exact = append(exact, n*int(share.Num().Int64()*(common/share.Denom().Int64())))
		}
		return round(exact, int(common), n)[:len(shares)]
	}
}

// Outputs returns what is to be written: for each part, an output for each track. It returns an error where the
// sources are to be refused.
func (j *Job) Outputs(sources [][]byte) (parts [][][]byte, err error) {
	tracks := [][][]byte{sources}
	if j.InStep {
		tracks = slices.Collect(slices.Chunk(sources, 1))
	}
	heads, records := make([][]byte, len(tracks)), make([][][]byte, len(tracks))
	for t, track := range tracks {
		if heads[t], records[t], err = j.records(track); err != nil {
			return nil, err
		}
		if len(records[t]) != len(records[0]) {
			return nil, errors.New("the sources are not in step")
		}
	}
	if err := j.apart(records[0]); err != nil {
		return nil, err
	}
	if j.Drop {
		if err := j.complete(records); err != nil {
			return nil, err
		}
	}
	if j.Unique {
		distinct(records)
	}
	groups, err := j.groups(records[0])
	if err != nil {
		return nil, err
	}
	places, err := j.places(groups, records[0])
	if err != nil {
		return nil, err
	}
	for _, part := range places {
		outputs := make([][]byte, len(tracks))
		for t := range tracks {
			out := bytes.NewBuffer(slices.Clone(heads[t]))
			if j.Array && heads[t] != nil {
				out = bytes.NewBuffer(fmt.Appendf(nil, arrayHead, fmt.Sprintf(arrayText, len(part), j.Size)))
			}
			for _, place := range part {
				for _, r := range groups[place] {
					out.Write(records[t][r])
				}
			}
			if j.Tar {
				out.Write(make([]byte, 1024))
			}
			outputs[t] = out.Bytes()
		}
		parts = append(parts, outputs)
	}
	return parts, nil
}

// distinct drops records that equal earlier ones, in all tracks.
func distinct(records [][][]byte) {
	seen := map[string]bool{}
	kept := make([][][]byte, len(records))
	for r := range records[0] {
		var texts []string
		for _, track := range records {
			texts = append(texts, string(track[r]))
		}
		if text := fmt.Sprintf("%q", texts); !seen[text] {
			seen[text] = true
			for t, track := range records {
				kept[t] = append(kept[t], track[r])
			}
		}
	}
	copy(records, kept)
}

// complete drops records without a value, in all tracks.
func (j *Job) complete(records [][][]byte) error {
	kept := make([][][]byte, len(records))
	for r, record := range records[0] {
		_, grouped, err := j.key(record, j.GroupBy)
		_, classed, e := j.key(record, j.StratifyBy)
		if err = cmp.Or(err, e); err != nil {
			return err
		}
		for t, track := range records {
			if grouped && classed {
				kept[t] = append(kept[t], track[r])
			}
		}
	}
	copy(records, kept)
	return nil
}

// groups returns the numbers of the records that come out, in order; those that stay together are a group.
func (j *Job) groups(records [][]byte) (groups [][]int, err error) {
	n := len(records)
	var numbers []int
	switch {
	case j.GroupBy != nil:
		keys := make([]*string, n)
		for r, record := range records {
			key, has, err := j.key(record, j.GroupBy)
			if err != nil {
				return nil, err
			}
			if has || j.Common {
				keys[r] = &key
			}
		}
		return orderOfGroups(j.Seed, keys), nil
	case j.Repeat && n == 0:
		return nil, errors.New("there is nothing to draw from")
	case j.Weight > 0:
		weights := make([]*big.Rat, n)
		for r := range records {
			text, _, err := j.key(records[r], []int{j.Weight})
			if err != nil {
				return nil, err
			}
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

// places returns which places of an order of groups are in each part.
func (j *Job) places(groups [][]int, records [][]byte) (parts [][]int, err error) {
	place := min(j.Skip, len(groups))
	n := len(groups) - place
	if j.Head >= 0 {
		n = min(n, j.Head)
	}
	sizes := []int{n}
	if j.Parts != nil {
		sizes = j.Parts(n)
	}
	if j.StratifyBy == nil {
		for _, size := range sizes {
			var part []int
			for ; len(part) < size; place++ {
				part = append(part, place)
			}
			parts = append(parts, part)
		}
	} else {
		keys := make([]string, len(records))
		for r, record := range records {
			var err error
			if keys[r], _, err = j.key(record, j.StratifyBy); err != nil {
				return nil, err
			}
		}
		placed := make([]string, len(groups))
		for place, group := range groups {
			placed[place] = keys[group[0]]
		}
		parts = strata(j.Seed, placed, sizes)
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
