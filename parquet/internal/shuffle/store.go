package shuffle

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"os"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// A store holds scattered rows by unit and column: in memory, or, when that is full, in a temporary file, to which
// they go as a run.
type store struct {
	dir   string   // of the file
	file  *os.File // or nil, without a name if the system allows that
	limit int64    // bytes in memory
	units int

	mu     sync.Mutex
	blocks [][]block // of each column
	bytes  int64     // of the blocks
	runs   []int64   // where the index of each begins in the file
	end    int64     // of the file
}

// A block is rows of a column that are in one stretch of the input, unit by unit.
type block struct {
	first int64 // row of the stretch
	data  []byte
	ends  []uint32 // where the units begin in data, and where the last one ends
}

// of returns the rows of a unit.
func (b *block) of(unit int) []byte { return b.data[b.ends[unit]:b.ends[unit+1]] }

// add adds a block of a column.
func (s *store) add(c int, b block) error {
	const own = 64 // bytes of the block itself
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocks[c] = append(s.blocks[c], b)
	if s.bytes += int64(len(b.data) + 4*len(b.ends) + own); s.bytes <= s.limit {
		return nil
	}
	return s.failed("writing", s.spill())
}

// spill moves what is in memory to the temporary file. A run is, unit by unit and column by column, the first row, the
// length and the bytes of the unit's rows in each block. Its index follows, which says where each column of each unit
// begins, and where the last one ends.
func (s *store) spill() (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp(s.dir, ".yates-*"); err != nil {
			return err
		}
		os.Remove(s.file.Name()) // or when it is closed
	}
	var index []byte
	w, at := bufio.NewWriterSize(s.file, 1<<20), s.end // which remembers its first error
	for i := range s.units * len(s.blocks) {
		index = binary.NativeEndian.AppendUint64(index, uint64(at))
		for _, b := range s.blocks[i%len(s.blocks)] {
			if rows := b.of(i / len(s.blocks)); len(rows) > 0 {
				head := binary.AppendUvarint(w.AvailableBuffer(), uint64(b.first))
				head = binary.AppendUvarint(head, uint64(len(rows)))
				w.Write(head)
				w.Write(rows)
				at += int64(len(head) + len(rows))
			}
		}
	}
	w.Write(binary.NativeEndian.AppendUint64(index, uint64(at)))
	s.runs, s.end, s.bytes = append(s.runs, at), at+int64(len(index)+8), 0
	clear(s.blocks)
	return w.Flush()
}

// read returns n bytes of the file.
func (s *store) read(n, at int64) ([]byte, error) {
	b := make([]byte, n)
	_, err := s.file.ReadAt(b, at)
	return b, s.failed("reading", err)
}

func (s *store) close() (err error) {
	if s.file != nil {
		err = s.file.Close()
		os.Remove(s.file.Name())
	}
	return s.failed("closing", err)
}

func (s *store) failed(op string, err error) error {
	if err != nil {
		err = &failure.TempError{Op: op, Dir: cmp.Or(s.dir, os.TempDir()), Err: err}
	}
	return err
}

// load returns the rows of a column of a unit, in input order.
func (s *store) load(unit, c int, k column.Kind) (*column.Rows, error) {
	type part struct {
		first int64
		rows  []byte
	}
	var parts []part
	for _, run := range s.runs {
		index, err := s.read(16, run+int64(8*(unit*len(s.blocks)+c)))
		if err != nil {
			return nil, err
		}
		begin := int64(binary.NativeEndian.Uint64(index))
		b, err := s.read(int64(binary.NativeEndian.Uint64(index[8:]))-begin, begin)
		if err != nil {
			return nil, err
		}
		for len(b) > 0 {
			first, n := binary.Uvarint(b)
			size, m := binary.Uvarint(b[n:])
			parts = append(parts, part{int64(first), b[n+m:][:size]})
			b = b[n+m+int(size):]
		}
	}
	for _, b := range s.blocks[c] {
		parts = append(parts, part{b.first, b.of(unit)})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.first, b.first) })
	all := make([][]byte, len(parts))
	for i, p := range parts {
		all[i] = p.rows
	}
	return column.NewRows(k, bytes.Join(all, nil)) // which does not clear the memory first
}
