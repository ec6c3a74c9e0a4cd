// Package column holds rows of one leaf column of a Parquet file as the file has them: values of its physical type,
// and levels, which say what is null and where lists begin. So rows of every type of every schema move the same way,
// and nothing about them can be lost.
package column

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// A Kind is what all rows of a column have in common.
type Kind struct {
	Width  int   // the bytes of a row, or 0 if these differ
	value  int   // the bytes of a value, or 0 if these differ
	slices bool  // the library has values as slices
	def    int16 // the highest definition level
	rep    int16 // the highest repetition level
}

// KindOf returns the kind of a column.
func KindOf(c *schema.Column) (Kind, error) {
	k := Kind{def: c.MaxDefinitionLevel(), rep: c.MaxRepetitionLevel()}
	if max(k.def, k.rep) > math.MaxUint8 {
		return Kind{}, errors.New("it is nested too deeply")
	}
	widths := map[parquet.Type]int{parquet.Types.Boolean: 1, parquet.Types.Int32: 4, parquet.Types.Float: 4,
		parquet.Types.Int64: 8, parquet.Types.Double: 8, parquet.Types.Int96: 12}
	k.value = widths[c.PhysicalType()]
	k.slices = k.value == 0
	if c.PhysicalType() == parquet.Types.FixedLenByteArray {
		if k.value = c.TypeLength(); k.value <= 0 {
			return Kind{}, errors.New("its values have no bytes")
		}
	}
	if k.rep == 0 {
		k.Width = k.value
	}
	return k, nil
}

// nulls returns whether each row has one level, of whether it is null.
func (k Kind) nulls() bool { return k.def > 0 && k.rep == 0 }

// Rows are rows of a column. Where each row has at most one value, that is its bytes; a null has zeros if the width is
// fixed. Where rows have lists, the bytes of a row are, for each of its levels, the repetition level, the definition
// level and, if there is one, the value, behind its length if lengths differ: only bytes that say all this themselves
// can be moved without a look into them.
type Rows struct {
	N    int
	Miss []byte   // of kinds with nulls: by how much the definition level of each row is below the highest
	Ends []uint32 // where each row ends in Data, if their widths differ
	Data []byte
}

// Reset empties the rows.
func (r *Rows) Reset() { *r = Rows{Miss: r.Miss[:0], Ends: r.Ends[:0], Data: r.Data[:0]} }

// ErrLarge is the error of rows that would be too many to address.
var ErrLarge = errors.New("values of more than 4 GiB cannot be together in memory")

// span returns where the bytes of row lo to row hi−1 begin and end in Data.
func (r *Rows) span(k Kind, lo, hi int) (begin, end int) {
	if k.Width > 0 || lo == hi {
		return k.Width * lo, k.Width * hi
	}
	if lo > 0 {
		begin = int(r.Ends[lo-1])
	}
	return begin, int(r.Ends[hi-1])
}

// Take appends the rows of src with these numbers, which have less than 4 GiB together.
func (r *Rows) Take(k Kind, src *Rows, numbers []uint32) {
	r.N += len(numbers)
	if k.nulls() {
		r.Miss = gather[byte](r.Miss, src.Miss, numbers)
	}
	switch k.Width {
	case 0:
		for _, n := range numbers {
			begin, end := src.span(k, int(n), int(n)+1)
			r.Data = append(r.Data, src.Data[begin:end]...)
			r.Ends = append(r.Ends, uint32(len(r.Data)))
		}
	case 4:
		r.Data = gather[uint32](r.Data, src.Data, numbers)
	case 8:
		r.Data = gather[uint64](r.Data, src.Data, numbers)
	default:
		for _, n := range numbers {
			r.Data = append(r.Data, src.Data[int(n)*k.Width:][:k.Width]...)
		}
	}
}

// gather appends the values with these numbers in src to dst.
func gather[T any](dst, src []byte, numbers []uint32) []byte {
	at, size := len(dst), len(numbers)*int(unsafe.Sizeof(*new(T)))
	dst = slices.Grow(dst, size)[:at+size]
	to, from := view[T](dst[at:]), view[T](src)
	for i, n := range numbers {
		to[i] = from[n]
	}
	return dst
}

// view returns bytes as the values that they are.
func view[T any](b []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// Fit returns how many of the rows with these numbers, from the first on, have at most so many bytes; the first one
// always fits.
func (r *Rows) Fit(k Kind, numbers []uint32, most int) int {
	if k.Width > 0 {
		return min(len(numbers), max(most/k.Width, 1))
	}
	for i, n := range numbers {
		begin, end := r.span(k, int(n), int(n)+1)
		if most -= end - begin; most < 0 {
			return max(i, 1)
		}
	}
	return len(numbers)
}

// Pack appends row lo to row hi−1 to b, as they lie in a temporary file of this process.
func (r *Rows) Pack(k Kind, b []byte, lo, hi int) []byte {
	b = binary.AppendUvarint(b, uint64(hi-lo))
	if k.nulls() {
		miss := r.Miss[lo:hi]
		if whole(miss) {
			miss = nil
		}
		b = append(binary.AppendUvarint(b, uint64(len(miss))), miss...)
	}
	if k.Width == 0 {
		for i := lo; i < hi; i++ {
			begin, end := r.span(k, i, i+1)
			b = binary.AppendUvarint(b, uint64(end-begin))
		}
	}
	begin, end := r.span(k, lo, hi)
	return append(b, r.Data[begin:end]...)
}

// whole returns whether no row is below the highest level.
func whole(miss []byte) bool { return bytes.Count(miss, []byte{0}) == len(miss) }

// Unpack appends the rows that are packed in b.
func (r *Rows) Unpack(k Kind, b []byte) error {
	next := func() int {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return int(n)
	}
	n := next()
	r.N += n
	if k.nulls() {
		miss := next()
		r.Miss = append(append(r.Miss, b[:miss]...), make([]byte, n-miss)...)
		b = b[miss:]
	}
	end := len(r.Data)
	if k.Width == 0 {
		r.Ends = slices.Grow(r.Ends, n)
		for range n {
			if end += next(); end > math.MaxUint32 {
				return ErrLarge
			}
			r.Ends = append(r.Ends, uint32(end))
		}
	}
	r.Data = append(r.Data, b...)
	return nil
}

// Numbers is the kind of a column of numbers of two bytes.
var Numbers = Kind{Width: 2}

// Add appends a number.
func (r *Rows) Add(n uint16) {
	r.N++
	r.Data = binary.NativeEndian.AppendUint16(r.Data, n)
}

// Uint16s returns numbers.
func (r *Rows) Uint16s() []uint16 { return view[uint16](r.Data) }

// Value returns the value of a row of a column without lists, and whether it has one.
func (r *Rows) Value(k Kind, row int) (value []byte, has bool) {
	begin, end := r.span(k, row, row+1)
	return r.Data[begin:end], len(r.Miss) == 0 || r.Miss[row] == 0
}
