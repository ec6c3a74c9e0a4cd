package shuffle

import (
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
	sizes  [][]int64 // bytes of each column, of each unit
	runs   []int64   // where the index of each begins in the file
	end    int64     // of the file
}

// A block is rows of a column that are in one stretch of the input, packed unit by unit.
type block struct {
	first int64 // row of the stretch
	data  []byte
	ends  []uint32 // where each unit ends in data
}

// of returns the rows of a unit.
func (b *block) of(unit int) []byte {
	if unit == 0 {
		return b.data[:b.ends[0]]
	}
	return b.data[b.ends[unit-1]:b.ends[unit]]
}

func newStore(file *spill.File, limit int64, units, columns int) *store {
	s := &store{file: file, limit: limit, blocks: make([][]block, columns), sizes: make([][]int64, units)}
	for u := range s.sizes {
		s.sizes[u] = make([]int64, columns)
	}
	return s
}

// add adds a block of a column.
func (s *store) add(c int, b block) error {
	const own = 64 // bytes of the block itself
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blocks[c] = append(s.blocks[c], b)
	for u := range s.sizes {
		s.sizes[u][c] += int64(len(b.of(u)))
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
	buffer := make([]byte, 0, 1<<20)
	flush := func() error {
		err := s.file.Write(buffer, s.end)
		s.end += int64(len(buffer))
		buffer = buffer[:0]
		return err
	}
	for u := range s.sizes {
		for _, blocks := range s.blocks {
			index = binary.NativeEndian.AppendUint64(index, uint64(s.end)+uint64(len(buffer)))
			for i := range blocks {
				b := blocks[i].of(u)
				if len(b) == 0 {
					continue
				}
				buffer = binary.AppendUvarint(buffer, uint64(blocks[i].first))
				buffer = append(binary.AppendUvarint(buffer, uint64(len(b))), b...)
				if len(buffer) < 1<<20 {
					continue
				}
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	index = binary.NativeEndian.AppendUint64(index, uint64(s.end)+uint64(len(buffer)))
	s.runs = append(s.runs, s.end+int64(len(buffer)))
	buffer = append(buffer, index...)
	clear(s.blocks)
	s.bytes = 0
	return flush()
}

// A held is where the rows of a unit are in the temporary file.
type held [][]int64

// open returns where the rows of a unit are.
func (s *store) open(unit int) (held, error) {
	var h held
	b := make([]byte, 8*(len(s.blocks)+1))
	for _, at := range s.runs {
		if err := s.file.Read(b, at+int64(8*unit*len(s.blocks))); err != nil {
			return nil, err
		}
		var ends []int64
		for e := b; len(e) > 0; e = e[8:] {
			ends = append(ends, int64(binary.NativeEndian.Uint64(e)))
		}
		h = append(h, ends)
	}
	return h, nil
}

// discard gives back the room of a unit.
func (s *store) discard(h held) {
	for _, ends := range h {
		s.file.Discard(ends[0], ends[len(s.blocks)]-ends[0])
	}
}

// load returns the rows of a column of a unit, in input order.
func (s *store) load(h held, unit, c int, k column.Kind) (*column.Rows, error) {
	type part struct {
		first int64
		rows  []byte
	}
	var parts []part
	for _, ends := range h {
		b := make([]byte, ends[c+1]-ends[c])
		if err := s.file.Read(b, ends[c]); err != nil {
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
	rows := &column.Rows{Data: make([]byte, 0, s.sizes[unit][c])}
	for _, p := range parts {
		if err := rows.Unpack(k, p.rows); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// largest returns the bytes of the largest column of a unit.
func (s *store) largest() (most int64) {
	for _, sizes := range s.sizes {
		most = max(most, slices.Max(sizes))
	}
	return most
}

// total returns the bytes of a column.
func (s *store) total(c int) (sum int64) {
	for _, sizes := range s.sizes {
		sum += sizes[c]
	}
	return sum
}

// size returns the bytes of a unit.
func (s *store) size(unit int) (sum int64) {
	for _, size := range s.sizes[unit] {
		sum += size
	}
	return sum
}
