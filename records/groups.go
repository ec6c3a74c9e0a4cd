package records

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/yates-shuffle/yates/records/internal/input"
	"github.com/yates-shuffle/yates/records/internal/record"
)

// keys are taken from the columns of records, which must end within the first most
// bytes: of a long record no more is held.
type keys struct {
	*record.Key
	most    int64
	missing Missing
	without atomic.Int64 // records without a value
}

// keysOf returns what looks up the columns when the header has been read, or nil if there are none.
func keysOf(opt *Options, f *record.Format, columns []Column, in *input.Input) func() (*keys, error) {
	if len(columns) == 0 {
		return nil
	}
	return sync.OnceValues(func() (*keys, error) {
		known := make([]record.Column, len(columns))
		for i, column := range columns {
			known[i] = record.Column(column)
		}
		key, err := f.Key(known, f.Delimiter, in.Headers()[0])
		if err != nil {
			return nil, err
		}
		key.Ragged = opt.Missing != MissingUnset
		return &keys{Key: key, most: opt.tune.long, missing: opt.Missing}, nil
	})
}

// append appends the key of record number i, counted from 0, to dst, and reports whether the record has a value.
// If open is set, only the front of the record is there.
func (k *keys) append(dst, text []byte, open bool, i uint64) (key []byte, has bool, err error) {
	if open || int64(len(text)) > k.most {
		key, has, err = k.AppendFront(dst, text[:min(int64(len(text)), k.most)])
	} else {
		key, has, err = k.Append(dst, text)
	}
	switch {
	case err == record.ErrFront:
		err = &KeyError{k.most}
	case err == nil && !has && k.missing == MissingError:
		err = ErrMissing
	}
	if err != nil {
		return nil, false, &RecordError{int64(i) + 1, err}
	}
	return key, has, nil
}

// alone reports whether a record is not to be compared with others.
func (k *keys) alone(has bool) bool { return !has && k.missing != MissingOne }

// table returns what separates the columns of a table with that header, or 0 if there is none.
func (o *Options) table(header []byte) byte {
	if bytes.IndexByte(header, o.Table) < 0 && bytes.IndexByte(header, '\t') >= 0 {
		return 0
	}
	return o.Table
}

// torn returns an error if one of the records is torn: if its line is no whole row of a table, or no JSON object
// where no column is looked for, which would show it. Number is that of the first one, from 0 on. A record that
// begins at the end of data is long, and not there.
func (o *Options) torn(header []byte, number int64, data []byte, starts []uint32, f *record.Format) error {
	switch {
	case o.JSON && o.Weight == nil && len(o.GroupBy)+len(o.StratifyBy)+len(o.UniqueBy) == 0:
		key, err := f.Key(nil, f.Delimiter, nil)
		k := &keys{Key: key, most: o.tune.long}
		for i := 0; i < len(starts) && err == nil; i++ {
			text := textOf(data, starts, i)
			_, _, err = k.append(nil, text, len(text) == 0, uint64(number)+uint64(i))
		}
		return err
	case o.table(header) != 0:
		rows := &record.Format{Sep: '\n', Unit: record.Row, Count: f.Count, Delimiter: o.Table}
		if i := rows.Torn(data, starts); i >= 0 {
			return &RecordError{number + int64(i) + 1, ErrTorn}
		}
	}
	return nil
}

// tornHeader is torn for the header of some records.
func (o *Options) tornHeader(header []byte, n int64) error {
	delimiter := o.table(header)
	if delimiter == 0 || o.Header == 0 || n == 0 {
		return nil
	}
	f := &record.Format{Sep: '\n', Unit: record.Row, Count: o.Header, Delimiter: delimiter}
	if f.Torn(header, []uint32{0}) >= 0 {
		return fmt.Errorf("the header: %w", ErrTorn)
	}
	return nil
}

// blank returns how many of the records are empty lines that are rows of CSV.
func blank(f *record.Format, data []byte, starts []uint32) (n int64) {
	if f.Unit != record.Row || f.Count > 1 {
		return 0
	}
	for i := range starts {
		if text := textOf(data, starts, i); string(text) == "\n" || string(text) == "\r\n" {
			n++
		}
	}
	return n
}

// A grouping finds the groups of a bucket's records.
type grouping struct {
	ids    map[string]uint32 // by key; in order of first appearance
	sizes  []int64           // in records, or in bytes where the bucket is big
	groups []uint32          // in the order that they come to
	of     []uint32          // the group of each record
	ends   []int
	placed []uint32
}

func (g *grouping) reset() {
	if g.ids == nil {
		g.ids = make(map[string]uint32)
	}
	clear(g.ids)
	g.of, g.sizes = g.of[:0], g.sizes[:0]
}

// id returns the group of a record by its key or, if it stands alone, by its place in the bucket. Of a long key
// its hash is kept, so that a group takes little memory.
func (g *grouping) id(key []byte, alone bool, place int64) uint32 {
	const long = 64
	if alone {
		key = fmt.Appendf(nil, "%0*d", long, place) // as long as no other
	} else if len(key) >= long {
		h := sha256.Sum256(key)
		key = append(h[:], "is the hash of a longer key, not a shorter one"...)
	}
	id, ok := g.ids[string(key)]
	if !ok {
		id = uint32(len(g.sizes))
		g.ids[string(key)] = id
		g.sizes = append(g.sizes, 0)
	}
	return id
}

// add adds the next record.
func (g *grouping) add(key []byte, alone bool) {
	id := g.id(key, alone, int64(len(g.of)))
	g.sizes[id]++
	g.of = append(g.of, id)
}

// arrange returns which record comes to each place, and where each group ends there,
// when the groups are shuffled.
func (g *grouping) arrange() (placed []uint32, ends []int) {
	g.ends = g.ends[:0]
	next := g.sizes // where the next record of each group goes
	at := int64(0)
	for _, id := range g.groups {
		size := g.sizes[id]
		next[id] = at
		at += size
		g.ends = append(g.ends, int(at))
	}
	if int64(cap(g.placed)) < at {
		g.placed = make([]uint32, at)
	}
	g.placed = g.placed[:at]
	for i, id := range g.of {
		g.placed[next[id]] = uint32(i)
		next[id]++
	}
	return g.placed, g.ends
}
