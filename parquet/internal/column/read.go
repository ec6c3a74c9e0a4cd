package column

import (
	"cmp"
	"encoding/binary"
	"errors"
	"unsafe"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// ErrDamaged is the error of a column chunk that contradicts itself.
var ErrDamaged = errors.New("it is damaged")

// ErrRow is the error of a row that has more bytes than it may have.
var ErrRow = errors.New("a row is too large")

// A Reader reads column chunks. It keeps its memory from one to the next.
type Reader struct {
	emit     func(*Rows) error
	most     int64 // bytes of a row
	kind     Kind
	rows     Rows
	def, rep []int16
	values   []byte   // decoded, if they have one width
	items    [][]byte // decoded, if the library has slices of them
}

// batch is about how many bytes of rows are handed on together.
const batch = 1 << 20

// Read reads a column chunk whose rows have at most so many bytes, and hands them on in order. They are valid during
// the call.
func (r *Reader) Read(k Kind, chunk file.ColumnChunkReader, most int64, emit func(*Rows) error) error {
	r.kind, r.most, r.emit = k, most, emit
	r.rows.Reset()
	for chunk.HasNext() {
		levels, values, err := r.decode(chunk)
		if err == nil && levels == 0 {
			err = cmp.Or(chunk.Err(), ErrDamaged)
		}
		if err == nil {
			err = r.add(int(levels), values)
		}
		if err != nil {
			return err
		}
	}
	return cmp.Or(chunk.Err(), r.flush())
}

// flush hands the rows on.
func (r *Reader) flush() (err error) {
	if r.rows.N > 0 {
		err = r.emit(&r.rows)
	}
	if cap(r.rows.Data) > 4*batch {
		r.rows = Rows{} // what one large value needed is not kept
	}
	r.rows.Reset()
	return err
}

// add adds levels and values.
func (r *Reader) add(levels, values int) error {
	k, rows := r.kind, &r.rows
	if k.Width > 0 && !k.slices && levels == values { // of which each is small
		rows.N += levels
		if k.nulls() {
			rows.Miss = append(rows.Miss, make([]byte, levels)...)
		}
		if rows.Data = append(rows.Data, r.values[:values*k.Width]...); len(rows.Data) >= batch {
			return r.flush()
		}
		return nil
	}
	n := 0 // values so far
	for i := range levels {
		var def, rep int16
		if k.def > 0 {
			def = r.def[i]
		}
		if k.rep > 0 {
			rep = r.rep[i]
		}
		if rep == 0 && len(rows.Data) >= batch {
			if err := r.flush(); err != nil {
				return err
			}
		}
		switch {
		case rep > k.rep || rep > 0 && rows.N == 0 || def > k.def || def == k.def && n == values:
			return ErrDamaged
		case rep == 0:
			rows.N++
			if k.Width == 0 {
				rows.Ends = append(rows.Ends, 0)
			}
		}
		if k.rep > 0 {
			rows.Data = append(rows.Data, byte(rep), byte(def))
		} else if k.nulls() {
			rows.Miss = append(rows.Miss, byte(k.def-def))
		}
		if def < k.def {
			rows.Data = append(rows.Data, make([]byte, k.Width)...)
		} else {
			if err := r.value(n); err != nil {
				return err
			}
			n++
		}
		if k.Width == 0 {
			rows.Ends[rows.N-1] = uint32(len(rows.Data))
		}
	}
	if n != values {
		return ErrDamaged
	}
	return nil
}

// value adds value n.
func (r *Reader) value(n int) error {
	k, rows := r.kind, &r.rows
	if !k.slices {
		rows.Data = append(rows.Data, r.values[n*k.value:][:k.value]...)
		return nil
	}
	value := r.items[n]
	if k.value == 0 && k.rep > 0 {
		rows.Data = binary.AppendUvarint(rows.Data, uint64(len(value)))
	}
	rows.Data = append(rows.Data, value...)
	if int64(len(rows.Data)) > r.most+batch {
		return ErrRow
	}
	return nil
}

// decode decodes the next levels and values. Slices may be overwritten by the next page.
func (r *Reader) decode(chunk file.ColumnChunkReader) (levels int64, values int, err error) {
	const n = 1024
	if r.def == nil {
		r.def, r.rep = make([]int16, n), make([]int16, n)
		r.values, r.items = make([]byte, n*parquet.Int96SizeBytes), make([][]byte, n)
	}
	switch c := chunk.(type) {
	case *file.BooleanColumnChunkReader:
		return c.ReadBatchInPage(n, view[bool](r.values), r.def, r.rep)
	case *file.Int32ColumnChunkReader:
		return c.ReadBatchInPage(n, view[int32](r.values), r.def, r.rep)
	case *file.Int64ColumnChunkReader:
		return c.ReadBatchInPage(n, view[int64](r.values), r.def, r.rep)
	case *file.Int96ColumnChunkReader:
		return c.ReadBatchInPage(n, view[parquet.Int96](r.values), r.def, r.rep)
	case *file.Float32ColumnChunkReader:
		return c.ReadBatchInPage(n, view[float32](r.values), r.def, r.rep)
	case *file.Float64ColumnChunkReader:
		return c.ReadBatchInPage(n, view[float64](r.values), r.def, r.rep)
	case *file.ByteArrayColumnChunkReader:
		return c.ReadBatchInPage(n, items[parquet.ByteArray](r.items), r.def, r.rep)
	case *file.FixedLenByteArrayColumnChunkReader:
		return c.ReadBatchInPage(n, items[parquet.FixedLenByteArray](r.items), r.def, r.rep)
	}
	return 0, 0, errors.New("its physical type is unknown")
}

// items returns slices of bytes as the library's type of them.
func items[T ~[]byte](s [][]byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}
