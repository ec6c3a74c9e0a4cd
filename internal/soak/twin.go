//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/yates-shuffle/yates/order"
)

// A job is what a command line asks for. The twin does it the slow, obvious way,
// by what SPEC.md and the help say and without package records.
type job struct {
	seed      order.Seed
	nul, csv  bool
	lines     int            // of a record, or 0
	start     *regexp.Regexp // that begins a record, or nil
	header    int
	column    int // to group by, from 1 on, or 0
	delimiter byte
	inStep    bool
	repeat    bool   // draw with replacement
	count     int    // of -n, or −1
	shards    int    // or 0
	shares    []int  // of --split, of 100; or nil
	random    []byte // of --random-source, or nil

	longest int // record that was cut, in bytes; of those in step, all
}

// errBad is what the twin says of an input that the command is to refuse.
var errBad = errors.New("bad input")

func (j *job) sep() byte {
	if j.nul {
		return 0
	}
	return '\n'
}

// units cuts a source into lines, or CSV rows.
func (j *job) units(source []byte) (units [][]byte, err error) {
	begin, quotes := 0, 0
	for i, b := range source {
		if b == '"' {
			quotes++
		}
		if b == j.sep() && (!j.csv || quotes%2 == 0) {
			units = append(units, source[begin:i+1])
			begin = i + 1
		}
	}
	if begin < len(source) {
		return nil, fmt.Errorf("%w: it ends between quotation marks", errBad)
	}
	return units, nil
}

// begins tells whether a record begins with a line.
func (j *job) begins(line []byte) bool {
	line = line[:len(line)-1]
	return j.start.Match(line[:min(len(line), 4096)])
}

// cut returns the header and the records of one track, and their offsets.
func (j *job) cut(sources [][]byte) (head []byte, records [][]byte, offsets []uint64, err error) {
	offset := 0
	for _, source := range sources {
		if len(source) > 0 && source[len(source)-1] != j.sep() {
			source = append(slices.Clip(source), j.sep())
		}
		units, err := j.units(source)
		if err != nil {
			return nil, nil, nil, err
		}
		n := min(j.header, len(units))
		front := slices.Concat(units[:n]...)
		if len(head) == 0 { // all before were empty
			head = front
		}
		if bytes.Equal(front, head) {
			units = units[n:]
			offset += len(front)
		}
		for len(units) > 0 {
			n := max(j.lines, 1)
			if j.start != nil {
				if !j.begins(units[0]) {
					return nil, nil, nil, fmt.Errorf("%w: its first line begins no record", errBad)
				}
				for n < len(units) && !j.begins(units[n]) {
					n++
				}
			}
			if n > len(units) {
				return nil, nil, nil, fmt.Errorf("%w: it ends within a record", errBad)
			}
			record := units[0]
			for _, u := range units[1:n] { // which follows it in the source
				record = record[:len(record)+len(u)]
			}
			records, offsets = append(records, record), append(offsets, uint64(offset))
			offset += len(record)
			units = units[n:]
		}
	}
	return head, records, offsets, nil
}

// key returns the column of a record that it is grouped by.
func (j *job) key(record []byte) (string, error) {
	if !j.csv {
		record = record[:bytes.IndexByte(record, j.sep())+1]
	}
	record = record[:len(record)-1]
	if !j.nul {
		record = bytes.TrimSuffix(record, []byte{'\r'})
	}
	column, quotes := 1, 0
	var field []byte
	for _, b := range record {
		if b == '"' {
			quotes++
		}
		switch {
		case b == j.delimiter && (!j.csv || quotes%2 == 0):
			column++
		case column == j.column:
			field = append(field, b)
		}
	}
	if column < j.column {
		return "", fmt.Errorf("%w: there is no column %d", errBad, j.column)
	}
	if j.csv && len(field) >= 2 && field[0] == '"' && field[len(field)-1] == '"' {
		field = bytes.ReplaceAll(field[1:len(field)-1], []byte(`""`), []byte(`"`))
	}
	return string(field), nil
}

// groups returns the numbers of the records of each group, in order; without
// groups, each record is one.
func (j *job) groups(records [][]byte, offsets []uint64) (groups [][]int32, err error) {
	if j.column == 0 {
		numbers := make([]int32, len(offsets))
		for place, i := range order.Shuffle(j.seed, offsets) {
			numbers[place] = int32(i)
			groups = append(groups, numbers[place:place+1])
		}
		return groups, nil
	}
	var buckets [order.Buckets][]string
	members := map[string][]int32{}
	for i, record := range records {
		key, err := j.key(record)
		if err != nil {
			return nil, err
		}
		if len(members[key]) == 0 {
			b := order.GroupBucket(j.seed, []byte(key))
			buckets[b] = append(buckets[b], key)
		}
		members[key] = append(members[key], int32(i))
	}
	var sh order.Shuffler
	for b, keys := range buckets {
		order.ShuffleBucket(&sh, j.seed, b, keys)
		for _, key := range keys {
			groups = append(groups, members[key])
		}
	}
	return groups, nil
}

// sizes divides n among the parts.
func (j *job) sizes(n int) (sizes []int) {
	switch {
	case j.shards > 0:
		for i := range j.shards {
			sizes = append(sizes, (n+j.shards-1-i)/j.shards)
		}
	case j.shares != nil:
		rest := 100
		for _, share := range j.shares {
			rest -= share
		}
		left := n
		all := append(slices.Clone(j.shares), rest)
		for _, share := range all {
			sizes = append(sizes, n*share/100)
			left -= n * share / 100
		}
		for given := map[int]bool{}; left > 0; left-- {
			best := -1
			for i, share := range all {
				if !given[i] && (best < 0 || n*share%100 > n*all[best]%100) {
					best = i
				}
			}
			given[best] = true
			sizes[best]++
		}
		sizes = sizes[:len(j.shares)]
	default:
		sizes = []int{n}
	}
	return sizes
}

// do writes what is asked for to the writers that open returns for each part and
// track. Nothing is opened if the input is bad.
func (j *job) do(sources [][]byte, open func(part, track int) (io.WriteCloser, error)) error {
	tracks := [][][]byte{sources}
	if j.inStep {
		tracks = nil
		for _, source := range sources {
			tracks = append(tracks, [][]byte{source})
		}
	}
	var (
		heads   [][]byte
		records [][][]byte
		first   []uint64 // the offsets of the first track
	)
	j.longest = 0
	for t, track := range tracks {
		head, found, offsets, err := j.cut(track)
		if err != nil {
			return err
		}
		if t == 0 {
			first = offsets
		} else if len(found) != len(records[0]) {
			return fmt.Errorf("%w: the files are not in step", errBad)
		}
		heads, records = append(heads, head), append(records, found)
		longest := 0
		for _, record := range found {
			longest = max(longest, len(record))
		}
		j.longest += longest
	}
	groups, err := j.groups(records[0], first)
	if err != nil {
		return err
	}
	if j.random != nil {
		groups = j.gnu(len(first))
	}
	if j.repeat {
		if len(first) == 0 {
			return fmt.Errorf("%w: there is nothing to repeat", errBad)
		}
		groups = nil
		choices := order.NewRepeat(j.seed, uint64(len(first)))
		for range j.count {
			groups = append(groups, []int32{int32(choices.Next())})
		}
	}
	if j.count >= 0 {
		groups = groups[:min(j.count, len(groups))]
	}
	for part, size := range j.sizes(len(groups)) {
		for t := range tracks {
			w, err := open(part, t)
			if err != nil {
				return err
			}
			if _, err := w.Write(heads[t]); err != nil {
				return err
			}
			for _, group := range groups[:size] {
				for _, i := range group {
					if _, err := w.Write(records[t][i]); err != nil {
						return err
					}
				}
			}
			if err := w.Close(); err != nil {
				return err
			}
		}
		groups = groups[size:]
	}
	return nil
}

// gnu returns the order in which GNU shuf writes n lines of a small file, with the
// bytes of its random source. What it has drawn and not used is num, uniform in
// 0..max.
func (j *job) gnu(n int) (groups [][]int32) {
	left, num, max := j.random, uint64(0), uint64(0)
	draw := func(g uint64) uint64 { // 0..g
		for g > 0 {
			for max < g {
				num, max, left = num<<8+uint64(left[0]), max<<8+255, left[1:]
			}
			if max == g {
				g, num, max = num, 0, 0
				return g
			}
			c := g + 1
			excess := max - g
			bad := excess % c
			if num <= max-bad {
				chosen := num % c
				num, max = num/c, excess/c
				return chosen
			}
			num, max = num%c, bad-1
		}
		return 0
	}
	for i := range n {
		groups = append(groups, []int32{int32(i)})
	}
	for i := range n {
		if j.count >= 0 && i >= j.count {
			break
		}
		k := i + int(draw(uint64(n-i-1)))
		groups[i], groups[k] = groups[k], groups[i]
	}
	return groups
}
