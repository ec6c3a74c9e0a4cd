// Package column holds rows of one leaf column of a Parquet file as the file has them: values of its physical type,
// and levels, which say what is null and where lists begin. So rows of every type of every schema move the same way,
// and nothing about them can be lost.
package column

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/parquet/schema"
)

// A Kind is what all rows of a column have in common.
type Kind struct {
	physical
	width int   // the bytes of a row, or 0 if these differ
	def   int16 // the highest definition level
	rep   int16 // the highest repetition level
}

// KindOf returns the kind of a column.
func KindOf(c *schema.Column) (Kind, error) {
	k := Kind{physical: physicals[c.PhysicalType()], def: c.MaxDefinitionLevel(), rep: c.MaxRepetitionLevel()}
	if _, half := c.LogicalType().(schema.Float16LogicalType); half {
		k.nan = halfNaN
	}
	switch {
	case max(k.def, k.rep) > math.MaxUint8:
		return k, errors.New("it is nested too deeply")
	case k.read == nil:
		return k, errors.New("its physical type is unknown")
	case k.rep == 0 && k.value > 0:
		k.width = k.value + min(int(k.def), 1)
	}
	return k, nil
}

// Rows are rows of a column. The bytes of a row are, for each of its levels, the repetition level if there are lists,
// the definition level if there are nulls, and the value, behind its length if lengths differ. A null has no value, or
// zeros if rows have one width. Only bytes that say all this themselves can be moved without a look into them.
type Rows struct {
	Data []byte
	ends []uint32 // where each row ends in Data, if their widths differ
}

// NewRows returns the rows that are these bytes.
func NewRows(k Kind, data []byte) (*Rows, error) {
	r := &Rows{Data: data}
	if k.width == 0 && uint64(len(data)) > math.MaxUint32 {
		return nil, errors.New("values of more than 4 GiB cannot be together in memory")
	}
	for rest := data; k.width == 0 && len(rest) > 0; {
		var rep int16
		rep, _, _, rest = k.next(rest)
		r.end(rep, len(data)-len(rest))
	}
	return r, nil
}

// end notes that a level with this repetition level ends at a place.
func (r *Rows) end(rep int16, at int) {
	if rep == 0 {
		r.ends = append(r.ends, 0)
	}
	r.ends[len(r.ends)-1] = uint32(at)
}

// next returns what the first level of b is, and what is behind it.
func (k *Kind) next(b []byte) (rep, def int16, value, rest []byte) {
	if k.rep > 0 {
		rep, b = int16(b[0]), b[1:]
	}
	if def = k.def; def > 0 {
		def, b = int16(b[0]), b[1:]
	}
	size := k.value
	if def < k.def && k.width == 0 {
		size = 0
	} else if size == 0 {
		length, n := binary.Uvarint(b)
		size, b = int(length), b[n:]
	}
	return rep, def, b[:size:size], b[size:]
}

// Len returns how many rows there are.
func (r *Rows) Len(k Kind) int {
	if k.width > 0 {
		return len(r.Data) / k.width
	}
	return len(r.ends)
}

// row returns the bytes of a row.
func (r *Rows) row(k Kind, n uint32) []byte {
	begin, end := k.width*int(n), k.width*int(n+1)
	if k.width == 0 {
		if end = int(r.ends[n]); n > 0 {
			begin = int(r.ends[n-1])
		}
	}
	return r.Data[begin:end]
}

// Append appends the bytes of the rows with these numbers.
func (r *Rows) Append(dst []byte, k Kind, numbers []uint32) []byte {
	if fast := gathers[k.width]; fast != nil {
		return fast(dst, r.Data, numbers)
	}
	for _, n := range numbers {
		dst = append(dst, r.row(k, n)...)
	}
	return dst
}

// gathers are for rows of most numbers, of so many bytes.
var gathers = map[int]func(dst, src []byte, numbers []uint32) []byte{
	4: gather[[4]byte], 5: gather[[5]byte], 8: gather[[8]byte], 9: gather[[9]byte]}

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

// view returns bytes, or other values, as the values that they are.
func view[T, From any](b []From) []T {
	size := len(b) * int(unsafe.Sizeof(*new(From)))
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), size/int(unsafe.Sizeof(*new(T))))
}

// Numbers returns the kind of a column of numbers of so many bytes.
func Numbers(width int) Kind { return Kind{physical: physical{value: width}, width: width} }

// OfNumbers returns rows that are these numbers.
func OfNumbers(numbers []uint32) *Rows { return &Rows{Data: view[byte](numbers)} }

// NumbersOf returns the numbers that rows are.
func NumbersOf(r *Rows) []uint32 { return view[uint32](r.Data) }
