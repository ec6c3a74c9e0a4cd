package shuffle

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/spill"
	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// A store holds scattered rows by unit and column: in memory, or, when that is full, in a temporary file, to which
// they go as a run.
type store struct {
	file  *spill.File
	limit int64 // bytes in memory

	mu     sync.Mutex
	blocks [][]block // of each column
	bytes  int64     // of the blocks
	sizes  []int64   // bytes of each column of the first unit, and of the next ones
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

// of returns the sizes of the columns of a unit.
func (s *store) of(unit int) []int64 { return s.sizes[unit*len(s.blocks):][:len(s.blocks)] }

// add adds a block of a column.
func (s *store) add(c int, b block) error {
	const own = 64 // bytes of the block itself
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocks[c] = append(s.blocks[c], b)
	for u := range len(b.ends) - 1 {
		s.of(u)[c] += int64(len(b.of(u)))
	}
	if s.bytes += int64(len(b.data) + 4*len(b.ends) + own); s.bytes <= s.limit {
		return nil
	}
	return s.spill()
}

// spill moves what is in memory to the temporary file. A run is, unit by unit and column by column, the first row, the
// length and the bytes of the unit's rows in each block. Its index follows, which says where each column of each unit
// begins, and where the last one ends.
func (s *store) spill() error {
	var index []byte
	w := bufio.NewWriterSize(s, 1<<20) // which remembers its first error
	for i := range s.sizes {
		index = binary.NativeEndian.AppendUint64(index, uint64(s.end)+uint64(w.Buffered()))
		for _, b := range s.blocks[i%len(s.blocks)] {
			if rows := b.of(i / len(s.blocks)); len(rows) > 0 {
				head := binary.AppendUvarint(w.AvailableBuffer(), uint64(b.first))
				w.Write(binary.AppendUvarint(head, uint64(len(rows))))
				w.Write(rows)
			}
		}
	}
	s.runs = append(s.runs, s.end+int64(w.Buffered()))
	index = binary.NativeEndian.AppendUint64(index, uint64(s.runs[len(s.runs)-1]))
	w.Write(index)
	clear(s.blocks)
	s.bytes = 0
	return w.Flush()
}

// Write writes to the end of the file.
func (s *store) Write(b []byte) (int, error) {
	s.end += int64(len(b))
	return len(b), s.file.Write(b, s.end-int64(len(b)))
}

// in returns where n columns of a unit, from c on, begin and end in the file, by the index of a run.
func (s *store) in(run int64, unit, c, n int) (begin, end int64, err error) {
	index := make([]byte, 8*(n+1))
	err = s.file.Read(index, run+int64(8*(unit*len(s.blocks)+c)))
	return int64(binary.NativeEndian.Uint64(index)), int64(binary.NativeEndian.Uint64(index[8*n:])), err
}

// discard gives back the room of a unit.
func (s *store) discard(unit int) error {
	for _, run := range s.runs {
		begin, end, err := s.in(run, unit, 0, len(s.blocks))
		if err != nil {
			return err
		}
		s.file.Discard(begin, end-begin)
	}
	return nil
}

// load returns the rows of a column of a unit, in input order.
func (s *store) load(unit, c int, k column.Kind) (*column.Rows, error) {
	type part struct {
		first int64
		rows  []byte
	}
	var parts []part
	for _, run := range s.runs {
		begin, end, err := s.in(run, unit, c, 1)
		b := make([]byte, end-begin)
		if err = cmp.Or(err, s.file.Read(b, begin)); err != nil {
			return nil, err
		}
		for len(b) > 0 {
			first, n := binary.Uvarint(b)
			size, m := binary.Uvarint(b[n:])
			b = b[n+m:]
			parts = append(parts, part{int64(first), b[:size]})
			b = b[size:]
		}
	}
	for _, b := range s.blocks[c] {
		parts = append(parts, part{b.first, b.of(unit)})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.first, b.first) })
	data := make([]byte, 0, s.of(unit)[c])
	for _, p := range parts {
		data = append(data, p.rows...)
	}
	return column.RowsOf(k, data)
}
