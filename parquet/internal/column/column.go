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
	MaxDef, MaxRep byte // the highest definition and repetition level
	Width          int  // the bytes of a value, or 0 if these differ
	Slices         bool // the library has values as slices
}

// KindOf returns the kind of a column.
func KindOf(c *schema.Column) (Kind, error) {
	if max(c.MaxDefinitionLevel(), c.MaxRepetitionLevel()) > math.MaxUint8 {
		return Kind{}, errors.New("it is nested too deeply")
	}
	widths := map[parquet.Type]int{parquet.Types.Boolean: 1, parquet.Types.Int32: 4, parquet.Types.Float: 4,
		parquet.Types.Int64: 8, parquet.Types.Double: 8, parquet.Types.Int96: 12}
	width, plain := widths[c.PhysicalType()]
	if c.PhysicalType() == parquet.Types.FixedLenByteArray {
		if width = c.TypeLength(); width <= 0 {
			return Kind{}, errors.New("its values have no bytes")
		}
	}
	return Kind{byte(c.MaxDefinitionLevel()), byte(c.MaxRepetitionLevel()), width, !plain}, nil
}

// Rows are rows of a column. A level belongs to each null, empty list and value. A value belongs to each level whose
// definition level is the highest.
type Rows struct {
	N        int
	Def, Rep []byte   // the levels; Def is nil if all are the highest, and Rep if each row has one level
	Ends     []uint32 // where each value ends in Data, if their widths differ
	Data     []byte   // the values

	levelAt, valueAt []uint32 // where each row begins, if row i does not begin at i
}

// reset empties the rows.
func (r *Rows) reset() {
	*r = Rows{Def: r.Def[:0], Rep: r.Rep[:0], Ends: r.Ends[:0], Data: r.Data[:0], levelAt: r.levelAt[:0],
		valueAt: r.valueAt[:0]}
}

// index finds where each row begins. Until then, Take must not be called.
func (r *Rows) index(k Kind) {
	if bytes.Count(r.Def, []byte{k.MaxDef}) == len(r.Def) {
		r.Def = nil // as in most columns that might have nulls
	}
	r.levelAt, r.valueAt = r.levelAt[:0], r.valueAt[:0]
	for i, rep := range r.Rep {
		if rep == 0 {
			r.levelAt = append(r.levelAt, uint32(i))
		}
	}
	if len(r.Rep) > 0 {
		r.levelAt = append(r.levelAt, uint32(len(r.Rep)))
	}
	if r.Def == nil {
		return
	}
	values := uint32(0)
	for i, def := range r.Def {
		if len(r.Rep) == 0 || r.Rep[i] == 0 {
			r.valueAt = append(r.valueAt, values)
		}
		if def == k.MaxDef {
			values++
		}
	}
	r.valueAt = append(r.valueAt, values)
}

// values returns which values a row has: from lo to hi−1.
func (r *Rows) values(row uint32) (lo, hi uint32) {
	switch {
	case r.Def != nil:
		return r.valueAt[row], r.valueAt[row+1]
	case len(r.Rep) > 0:
		return r.levelAt[row], r.levelAt[row+1]
	}
	return row, row + 1
}

// Take makes dst the rows of r with these numbers.
func (r *Rows) Take(k Kind, dst *Rows, rows []uint32) {
	dst.reset()
	dst.N = len(rows)
	for _, row := range rows {
		if len(r.Rep) > 0 {
			lo, hi := r.levelAt[row], r.levelAt[row+1]
			dst.Rep = append(dst.Rep, r.Rep[lo:hi]...)
			if r.Def != nil {
				dst.Def = append(dst.Def, r.Def[lo:hi]...)
			}
		} else if r.Def == nil {
			break
		} else {
			dst.Def = append(dst.Def, r.Def[row])
		}
	}
	one := r.Def == nil && len(r.Rep) == 0 // value in each row
	switch {
	case one && k.Width == 4:
		dst.Data = gather[uint32](dst.Data, r.Data, rows)
	case one && k.Width == 8:
		dst.Data = gather[uint64](dst.Data, r.Data, rows)
	case k.Width > 0:
		width := uint32(k.Width)
		for _, row := range rows {
			lo, hi := r.values(row)
			dst.Data = append(dst.Data, r.Data[int(lo)*k.Width:][:(hi-lo)*width]...)
		}
	default:
		for _, row := range rows {
			lo, hi := r.values(row)
			if lo == hi {
				continue
			}
			begin, base := r.begin(lo), uint32(len(dst.Data))
			dst.Data = append(dst.Data, r.Data[begin:r.Ends[hi-1]]...)
			for ; lo < hi; lo++ {
				dst.Ends = append(dst.Ends, base+r.Ends[lo]-begin)
			}
		}
	}
	if r.Def == nil {
		dst.Def = nil
	}
}

// begin returns where a value begins in Data.
func (r *Rows) begin(value uint32) uint32 {
	if value == 0 {
		return 0
	}
	return r.Ends[value-1]
}

// gather appends the values with these numbers in src to dst.
func gather[T any](dst, src []byte, numbers []uint32) []byte {
	at := len(dst)
	dst = slices.Grow(dst, len(numbers)*int(unsafe.Sizeof(*new(T))))[:at+len(numbers)*int(unsafe.Sizeof(*new(T)))]
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

// raw returns values as the bytes that they are.
func raw[T any](v []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(*new(T))))
}

// Packed are rows as they lie in a temporary file of this process.
type Packed struct {
	N                    int
	def, rep, ends, data []byte
}

// Pack appends the rows to b, which has room for them if it has Size bytes.
func (r *Rows) Pack(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(r.N))
	for _, part := range r.parts() {
		b = binary.AppendUvarint(b, uint64(len(part)))
	}
	for _, part := range r.parts() {
		b = append(b, part...)
	}
	return b
}

func (r *Rows) parts() [4][]byte { return [...][]byte{r.Def, r.Rep, raw(r.Ends), r.Data} }

// size returns about how many bytes the rows have.
func (r *Rows) size() int { return len(r.Def) + len(r.Rep) + 4*len(r.Ends) + len(r.Data) }

// Size returns the most bytes that Pack appends.
func (r *Rows) Size() (n int) {
	for _, part := range r.parts() {
		n += len(part) + binary.MaxVarintLen32
	}
	return n + binary.MaxVarintLen32
}

// Unpack returns the rows at the front of b, which they share, and what is behind them.
func Unpack(b []byte) (p Packed, rest []byte) {
	next := func() int {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return int(n)
	}
	p.N = next()
	var sizes [4]int
	for i := range sizes {
		sizes[i] = next()
	}
	for i, part := range []*[]byte{&p.def, &p.rep, &p.ends, &p.data} {
		*part, b = b[:sizes[i]], b[sizes[i]:]
	}
	return p, b
}

// Bytes returns how many bytes they are.
func (p *Packed) Bytes() int { return len(p.def) + len(p.rep) + len(p.ends) + len(p.data) }

// levels returns how many levels there are in a column of the kind.
func (p *Packed) levels(k Kind) int {
	switch {
	case k.MaxRep > 0:
		return len(p.rep)
	default:
		return p.N
	}
}

// ErrLarge is the error of rows that would be too many to address.
var ErrLarge = errors.New("values of more than 4 GiB cannot be together in memory")

// Join returns all rows of the parts, of which it keeps nothing.
func Join(k Kind, parts []Packed) (*Rows, error) {
	var levels, ends, data int
	nulls := false
	r := new(Rows)
	for i := range parts {
		p := &parts[i]
		r.N, levels = r.N+p.N, levels+p.levels(k)
		ends, data = ends+len(p.ends)/4, data+len(p.data)
		nulls = nulls || len(p.def) > 0
	}
	if data > math.MaxUint32 || levels > math.MaxUint32-1 {
		return nil, ErrLarge
	}
	if nulls {
		r.Def = make([]byte, 0, levels)
	}
	if k.MaxRep > 0 {
		r.Rep = make([]byte, 0, levels)
	}
	r.Ends, r.Data = make([]uint32, 0, ends), make([]byte, 0, data)
	for i := range parts {
		p := &parts[i]
		if nulls && len(p.def) == 0 {
			r.Def = append(r.Def, bytes.Repeat([]byte{k.MaxDef}, p.levels(k))...)
		}
		r.Def, r.Rep = append(r.Def, p.def...), append(r.Rep, p.rep...)
		base := uint32(len(r.Data))
		for e := p.ends; len(e) > 0; e = e[4:] {
			r.Ends = append(r.Ends, base+binary.NativeEndian.Uint32(e))
		}
		r.Data = append(r.Data, p.data...)
	}
	r.index(k)
	return r, nil
}

// Digits makes dst the digits of the rows with these numbers, as if they were a column of values of two bytes.
func Digits(all []uint16, rows []uint32, dst *Rows) {
	dst.reset()
	dst.N, dst.Def = len(rows), nil
	dst.Data = slices.Grow(dst.Data, 2*len(rows))[:2*len(rows)]
	to := view[uint16](dst.Data)
	for i, row := range rows {
		to[i] = all[row]
	}
}

// Uint16s returns the values of rows that Digits has made.
func (r *Rows) Uint16s() []uint16 { return view[uint16](r.Data) }

// Value returns the value of a row of a column without lists, and whether it has one.
func (r *Rows) Value(k Kind, row int) (value []byte, has bool) {
	lo, hi := r.values(uint32(row))
	switch {
	case lo == hi:
		return nil, false
	case k.Width > 0:
		return r.Data[int(lo)*k.Width:][:k.Width], true
	}
	return r.Data[r.begin(lo):r.Ends[lo]], true
}
