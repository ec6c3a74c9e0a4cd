//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

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
	unique    bool
	columns   []int // to group by, from 1 on
	strata    bool  // the columns are for --stratify
	delimiter byte
	inStep    bool
	repeat    bool   // draw with replacement
	count     int    // of -n, or −1
	shards    int    // or 0
	shares    []int  // of --split, of 100; or nil
	random    []byte // of --random-source, or nil

	names []string // of the columns, in the header that was cut first
}

// errBad is what the twin says of an input that the command is to refuse.
var errBad = errors.New("bad input")

func (j *job) sep() byte {
	if j.nul {
		return 0
	}
	return '\n'
}

// mark is the byte-order mark.
const mark = "\ufeff"

// units cuts a source into lines, or CSV rows.
func (j *job) units(source []byte) (units [][]byte, err error) {
	if len(source) > 0 && source[len(source)-1] != j.sep() {
		source = append(slices.Clip(source), j.sep())
	}
	for len(source) > 0 {
		n := bytes.IndexByte(source, j.sep()) + 1
		if j.csv {
			_, n = j.row(source)
		}
		if n == 0 {
			return nil, fmt.Errorf("%w: it ends between quotation marks", errBad)
		}
		units, source = append(units, source[:n]), source[n:]
	}
	return units, nil
}

// row returns the texts of the fields of the CSV row that text begins with, and its
// length, which is 0 if it has no end.
func (j *job) row(text []byte) (fields []string, n int) {
	var field []byte
	atFront, quoted, begin := true, false, 0
	if bytes.HasPrefix(text, []byte(mark)) {
		begin = len(mark)
	}
	for i := begin; i < len(text); i++ {
		b := text[i]
		front := false
		switch {
		case quoted && b == '"' && i+1 < len(text) && text[i+1] == '"':
			field = append(field, '"')
			i++
		case b == '"' && (quoted || atFront):
			quoted = !quoted
		case quoted:
			field = append(field, b)
		case b == j.delimiter:
			fields, field, front = append(fields, string(field)), nil, true
		case b == '\n':
			if i > begin && text[i-1] == '\r' {
				field = field[:len(field)-1]
			}
			return append(fields, string(field)), i + 1
		default:
			field = append(field, b)
		}
		atFront = front
	}
	return nil, 0
}

// begins reports whether a record begins with a line.
func (j *job) begins(line []byte) bool {
	line = line[:len(line)-1]
	return j.start.Match(line[:min(len(line), 4096)])
}

// sameHeader reports whether two headers differ in nothing but a byte-order mark at the
// front and the carriage returns at the ends of units.
func (j *job) sameHeader(a, b [][]byte) bool {
	plain := func(i int, unit []byte) []byte {
		if i == 0 {
			unit = bytes.TrimPrefix(unit, []byte(mark))
		}
		if line, ok := bytes.CutSuffix(unit, []byte("\r\n")); ok {
			unit = append(slices.Clip(line), '\n')
		}
		return unit
	}
	same := len(a) == len(b)
	for i := 0; same && i < len(a); i++ {
		same = bytes.Equal(plain(i, a[i]), plain(i, b[i]))
	}
	return same
}

// cut returns the header and the records of one track.
func (j *job) cut(sources [][]byte) (head []byte, records [][]byte, err error) {
	var header [][]byte // of the first source that is not empty
	for _, source := range sources {
		units, err := j.units(source)
		if err != nil {
			return nil, nil, err
		}
		n := min(j.header, len(units))
		switch {
		case header == nil:
			header = units[:n:n]
		case len(units) > 0 && !j.sameHeader(units[:n], header):
			return nil, nil, fmt.Errorf("%w: it has another header", errBad)
		}
		for units = units[n:]; len(units) > 0; {
			n := max(j.lines, 1)
			if j.start != nil {
				if !j.begins(units[0]) {
					return nil, nil, fmt.Errorf("%w: its first line begins no record", errBad)
				}
				for n < len(units) && !j.begins(units[n]) {
					n++
				}
			}
			if n > len(units) {
				return nil, nil, fmt.Errorf("%w: it ends within a record", errBad)
			}
			record := units[0]
			for _, u := range units[1:n] { // which follows it in the source
				record = record[:len(record)+len(u)]
			}
			records, units = append(records, record), units[n:]
		}
	}
	switch {
	case j.names != nil:
	case len(header) > 0:
		j.names = j.fields(header[len(header)-1])
	case j.inStep: // where the first source decides, be it empty
		j.names = []string{}
	}
	return slices.Concat(header...), records, nil
}

// named reports an error if a column is called by the number of another one.
func (j *job) named() error {
	for _, column := range j.columns {
		var called []int
		for i, name := range j.names {
			if name == strconv.Itoa(column) {
				called = append(called, i+1)
			}
		}
		if len(called) == 1 && called[0] != column {
			return fmt.Errorf("%w: column %d is called %d", errBad, called[0], column)
		}
	}
	return nil
}

// fields returns the columns of the first line or row of a record.
func (j *job) fields(record []byte) []string {
	if j.csv {
		fields, _ := j.row(record)
		return fields
	}
	line, _, _ := bytes.Cut(record, []byte{j.sep()})
	if !j.nul {
		line = bytes.TrimSuffix(line, []byte{'\r'})
	}
	line = bytes.TrimPrefix(line, []byte(mark))
	return strings.Split(string(line), string([]byte{j.delimiter}))
}

// key returns the columns of a record that it is grouped by.
func (j *job) key(record []byte) (string, error) {
	fields := j.fields(record)
	var key []byte
	for _, column := range j.columns {
		if len(fields) < column {
			return "", fmt.Errorf("%w: there is no column %d", errBad, column)
		}
		if len(j.columns) > 1 {
			key = binary.BigEndian.AppendUint64(key, uint64(len(fields[column-1])))
		}
		key = append(key, fields[column-1]...)
	}
	return string(key), nil
}

// groups returns the numbers of the records of each group, in order; without
// groups, each record is one.
func (j *job) groups(records [][]byte) (groups [][]int32, err error) {
	if len(j.columns) == 0 || j.strata {
		numbers := make([]int32, len(records))
		for place, i := range order.Shuffle(j.seed, len(records)) {
			numbers[place] = int32(i)
			groups = append(groups, numbers[place:place+1])
		}
		return groups, nil
	}
	if err := j.named(); err != nil {
		return nil, err
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

// distinct drops what equals an earlier record, or earlier records in step.
func (j *job) distinct(records [][][]byte) {
	seen := map[string]bool{}
	kept := make([][][]byte, len(records))
	for i := range records[0] {
		var all []byte
		for _, track := range records {
			all = append(all, track[i]...)
		}
		if seen[string(all)] {
			continue
		}
		seen[string(all)] = true
		for t, track := range records {
			kept[t] = append(kept[t], track[i])
		}
	}
	copy(records, kept)
}

// stratify returns the records, which are in order, part by part, so that each part has
// each class in proportion.
func (j *job) stratify(order1 [][]int32, records [][]byte, sizes []int) (parts [][]int32, err error) {
	if err := j.named(); err != nil {
		return nil, err
	}
	type class struct {
		hash    [sha256.Size]byte
		members [][]int32 // in order
	}
	byKey := map[string]*class{}
	var classes []*class
	place := make([]int, len(records)) // in the order
	for p, one := range order1 {
		place[one[0]] = p
		key, err := j.key(records[one[0]])
		if err != nil {
			return nil, err
		}
		if byKey[key] == nil {
			text := "yates order 1\x00stratum\x00" + string(j.seed[:]) + key
			byKey[key] = &class{hash: sha256.Sum256([]byte(text))}
			classes = append(classes, byKey[key])
		}
		byKey[key].members = append(byKey[key].members, one)
	}
	slices.SortFunc(classes, func(a, b *class) int { return bytes.Compare(a.hash[:], b.hash[:]) })
	all := len(records)
	for _, size := range sizes {
		if all == 0 {
			break
		}
		type share struct{ class, n, remainder int }
		var shares []share
		rest := size
		for c := range classes {
			n := len(classes[c].members)
			shares = append(shares, share{c, n * size / all, n * size % all})
			rest -= n * size / all
		}
		slices.SortStableFunc(shares, func(a, b share) int { return b.remainder - a.remainder })
		var part [][]int32
		for i, s := range shares {
			if i < rest {
				s.n++
			}
			part = append(part, classes[s.class].members[:s.n]...)
			classes[s.class].members = classes[s.class].members[s.n:]
		}
		slices.SortFunc(part, func(a, b []int32) int { return place[a[0]] - place[b[0]] })
		parts = append(parts, part...)
		all -= size
	}
	return parts, nil
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
		records [][][]byte // of each track
	)
	for t, track := range tracks {
		head, found, err := j.cut(track)
		if err != nil {
			return err
		}
		if t > 0 && len(found) != len(records[0]) {
			return fmt.Errorf("%w: the files are not in step", errBad)
		}
		heads, records = append(heads, head), append(records, found)
	}
	if j.unique {
		j.distinct(records)
	}
	n := len(records[0])
	groups, err := j.groups(records[0])
	if err != nil {
		return err
	}
	if j.random != nil {
		groups = j.gnu(n)
	}
	if j.repeat {
		if n == 0 {
			return fmt.Errorf("%w: there is nothing to repeat", errBad)
		}
		groups = nil
		choices := order.NewRepeat(j.seed, uint64(n))
		for range j.count {
			groups = append(groups, []int32{int32(choices.Next())})
		}
	}
	wanted := len(groups)
	if j.count >= 0 {
		wanted = min(j.count, wanted)
	}
	sizes := j.sizes(wanted)
	if j.strata {
		if groups, err = j.stratify(groups, records[0], sizes); err != nil {
			return err
		}
	}
	for part, size := range sizes {
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
