package shuffle

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// A store holds scattered rows, unit by unit: in memory, or, when that is full, in a temporary file, to which each
// unit goes as one piece.
type store struct {
	fs    vfs.FS
	dir   string // of the temporary file
	limit int64  // bytes in memory

	mu    sync.Mutex
	units []held
	bytes int64 // in memory
	file  vfs.File
	end   int64
}

// Held is what is held of a unit.
type held struct {
	blobs  [][]byte
	pieces []piece
	bytes  int64 // of all
}

// A piece is a part of the temporary file.
type piece struct{ at, size int64 }

// A part is the rows of a unit that are in a stretch of the input, of one column.
type part struct {
	column int
	first  int64 // row of the stretch
	span   int64 // rows of the stretch, of which the part has some
	rows   column.Packed
}

// pack returns a part as bytes.
func pack(p part, rows *column.Rows) []byte {
	b := make([]byte, 0, 3*binary.MaxVarintLen64+rows.Size())
	b = binary.AppendUvarint(b, uint64(p.column))
	b = binary.AppendUvarint(b, uint64(p.first))
	return rows.Pack(binary.AppendUvarint(b, uint64(p.span)))
}

// unpack returns the parts in b, which they share.
func unpack(b []byte) (parts []part) {
	next := func() int64 {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return int64(n)
	}
	for len(b) > 0 {
		p := part{column: int(next()), first: next(), span: next()}
		p.rows, b = column.Unpack(b)
		parts = append(parts, p)
	}
	return parts
}

// add adds a part to a unit.
func (s *store) add(unit int, blob []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &s.units[unit]
	u.blobs, u.bytes = append(u.blobs, blob), u.bytes+int64(len(blob))
	if s.bytes += int64(len(blob)); s.bytes <= s.limit {
		return nil
	}
	return s.spill()
}

// spill moves what is in memory to the temporary file.
func (s *store) spill() (err error) {
	if s.file == nil {
		if s.file, err = s.fs.Scratch(s.dir); err != nil {
			return s.failed("writing", err)
		}
	}
	w := bufio.NewWriterSize(io.NewOffsetWriter(s.file, s.end), 1<<20)
	for i := range s.units {
		u := &s.units[i]
		p := piece{at: s.end}
		for _, blob := range u.blobs {
			if _, err := w.Write(blob); err != nil {
				return s.failed("writing", err)
			}
			p.size += int64(len(blob))
		}
		if p.size > 0 {
			u.pieces = append(u.pieces, p)
			s.end += p.size
		}
		u.blobs = nil
	}
	s.bytes = 0
	if err := w.Flush(); err != nil {
		return s.failed("writing", err)
	}
	return nil
}

func (s *store) failed(op string, err error) error {
	return &failure.TempError{Op: op, Dir: cmp.Or(s.dir, os.TempDir()), Err: vfs.Cause(err)}
}

// load calls take with the parts of a unit, some at a time. What is in memory is gone if it is the last time.
func (s *store) load(unit int, last bool, take func([]part) error) error {
	u := &s.units[unit]
	for _, p := range u.pieces {
		b := make([]byte, p.size)
		if _, err := s.file.ReadAt(b, p.at); err != nil {
			return s.failed("reading", err)
		}
		if err := take(unpack(b)); err != nil {
			return err
		}
	}
	for _, blob := range u.blobs {
		if err := take(unpack(blob)); err != nil {
			return err
		}
	}
	if last {
		for _, p := range u.pieces {
			s.fs.Discard(s.file, p.at, p.size)
		}
		u.blobs, u.pieces = nil, nil
	}
	return nil
}

// close ends the store.
func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	if err := s.file.Close(); err != nil {
		return s.failed("closing", err)
	}
	return nil
}

// joined returns the columns of parts, whose rows are in input order.
func joined(kinds []column.Kind, parts [][]part) (columns []*column.Rows, err error) {
	columns = make([]*column.Rows, len(kinds))
	for i, some := range parts {
		slices.SortFunc(some, func(a, b part) int { return int(a.first - b.first) })
		packed := make([]column.Packed, len(some))
		for k := range some {
			packed[k] = some[k].rows
		}
		if columns[i], err = column.Join(kinds[i], packed); err != nil {
			return nil, err
		}
		parts[i] = nil // what is joined need not be kept
	}
	return columns, nil
}
