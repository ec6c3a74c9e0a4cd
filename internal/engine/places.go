package engine

import (
	"encoding/binary"
	"io"
	"math"
	"strconv"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// With Sink.Binary, the numbers of records are written in place of these, and a stub stands for each record as soon as
// its bucket is known: a row of CSV, which has its number and the texts of the columns that are looked at again when
// the records are gathered.

// stubs is the format of stubs, and numbers that of what is written.
var (
	stubs   = &record.Format{Sep: '\n', Unit: record.Row, Count: 1, Delimiter: ','}
	numbers = Format{Kind: ask.Fixed, Size: 8}
)

// again returns the keys that are looked at again.
func (k *keyring) again() (all []*keys) {
	for _, key := range []*keys{k.groups(), k.stratifyBy} {
		if key != nil {
			all = append(all, key)
		}
	}
	return all
}

// stub puts stubs in the places of the records of the lot. End is how many records have been read, with those that
// were dropped.
func (w *scatterer) stub(end int64, c input.Chunk) (err error) {
	l, again := &w.lot, w.keys.again()
	keep := w.drop.keep
	number := end - int64(len(l.starts))
	if w.drops() {
		number = end - int64(len(keep))
	}
	w.stubs = w.stubs[:0]
	for i := range l.starts {
		text, open := l.text(i, c)
		for w.drops() && !keep[0] {
			number, keep = number+1, keep[1:]
		}
		begin := len(w.stubs)
		w.stubs = strconv.AppendInt(w.stubs, number, 10)
		for _, key := range again {
			if w.keyBuf, _, err = key.append(w.keyBuf[:0], text, open, uint64(number)); err != nil {
				return err
			}
			w.stubs = key.AppendFields(w.stubs, w.keyBuf)
		}
		w.stubs = append(w.stubs, '\n')
		if most := w.of.opt.tune.long; int64(len(w.stubs)-begin) > most { // of which no more is looked at
			return &failure.RecordError{Record: number + 1, Err: &failure.KeyError{Most: most}}
		}
		l.starts[i] = uint32(begin) // of a record that has been read
		if number++; w.drops() {
			keep = keep[1:]
		}
	}
	l.data = w.stubs
	return nil
}

// stubbed makes the keys those of stubs: column 1 is the number.
func (k *keyring) stubbed() (err error) {
	column := 1
	for _, key := range k.again() {
		var columns []Column
		for range key.Columns() {
			column++
			columns = append(columns, Column{Number: column})
		}
		if key.Key, err = stubs.Key(columns, stubs.Delimiter, nil); err != nil {
			return err
		}
		key.most = math.MaxInt64
	}
	return nil
}

// A stubWriter writes the numbers of stubs, as 8 bytes, little-endian.
type stubWriter struct {
	to     io.Writer
	number uint64 // as far as it is read
	behind bool   // it has been read
	quoted bool
	buf    []byte
}

func (w *stubWriter) Write(b []byte) (int, error) {
	w.buf = w.buf[:0]
	for _, c := range b {
		switch {
		case !w.behind && '0' <= c && c <= '9':
			w.number = 10*w.number + uint64(c-'0')
		case c == '\n' && !w.quoted:
			w.buf = binary.LittleEndian.AppendUint64(w.buf, w.number)
			w.number, w.behind = 0, false
		default:
			w.behind, w.quoted = true, w.quoted != (c == '"')
		}
	}
	if n, err := w.to.Write(w.buf); err != nil || n < len(w.buf) {
		return 0, err
	}
	return len(b), nil
}
