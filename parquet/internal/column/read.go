package column

import (
	"cmp"
	"errors"
	"math"
	"unsafe"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// ErrDamaged is the error of a column chunk that contradicts itself.
var ErrDamaged = errors.New("it is damaged")

// A Reader reads column chunks. It keeps its memory from one to the next.
type Reader struct {
	rows     Rows
	levels   []byte // the memory of rows.Def
	def, rep []int16
	values   []byte   // decoded, if they have one width
	items    [][]byte // decoded, if the library has slices of them
}

// Read reads a column chunk and hands its rows on, in order, when they have so many bytes. They are valid during the
// call.
func (r *Reader) Read(k Kind, chunk file.ColumnChunkReader, most int, emit func(*Rows) error) error {
	r.reset()
	flush := func() error {
		if r.rows.N == 0 {
			return nil
		}
		r.levels = r.rows.Def
		r.rows.index(k)
		defer r.reset()
		return emit(&r.rows)
	}
	for chunk.HasNext() {
		levels, values, err := r.decode(chunk)
		if err == nil && levels == 0 {
			err = cmp.Or(chunk.Err(), ErrDamaged)
		}
		n := 0                          // values so far
		if k.MaxRep == 0 && !k.Slices { // of which each is small, so all are added before the rows are handed on
			n = r.addFlat(k, int(levels), values)
			levels = 0
			if r.rows.size() >= most && n == values {
				err = flush()
			}
		}
		for i := 0; i < int(levels) && err == nil; i++ {
			begins := k.MaxRep == 0 || r.rep[i] == 0
			has := k.MaxDef == 0 || r.def[i] == int16(k.MaxDef)
			if begins && r.rows.size() >= most {
				err = flush()
			}
			if has && n == values || !begins && r.rows.N == 0 ||
				k.MaxDef > 0 && r.def[i] > int16(k.MaxDef) || k.MaxRep > 0 && r.rep[i] > int16(k.MaxRep) {
				err = ErrDamaged
			}
			if err == nil {
				err = r.add(k, i, n, begins, has)
			}
			if has {
				n++
			}
		}
		if err == nil && n != values {
			err = ErrDamaged
		}
		if err != nil {
			return err
		}
	}
	return cmp.Or(chunk.Err(), flush())
}

func (r *Reader) reset() {
	r.rows.reset()
	r.rows.Def = r.levels[:0]
}

// addFlat adds levels and values of one width, without lists, and returns how many values the levels have.
func (r *Reader) addFlat(k Kind, levels, values int) (n int) {
	r.rows.N += levels
	r.rows.Data = append(r.rows.Data, r.values[:values*k.Width]...)
	if k.MaxDef == 0 {
		return levels
	}
	for _, def := range r.def[:levels] {
		r.rows.Def = append(r.rows.Def, byte(def))
		if def == int16(k.MaxDef) {
			n++
		}
		if def > int16(k.MaxDef) {
			return -1
		}
	}
	return n
}

// add adds level i, which may begin a row and have value n.
func (r *Reader) add(k Kind, i, n int, begins, has bool) error {
	rows := &r.rows
	if begins {
		rows.N++
	}
	if k.MaxRep > 0 {
		rows.Rep = append(rows.Rep, byte(r.rep[i]))
	}
	if k.MaxDef > 0 {
		rows.Def = append(rows.Def, byte(r.def[i]))
	}
	switch {
	case !has:
	case k.Slices:
		if len(r.items[n]) > math.MaxUint32-len(rows.Data) {
			return ErrLarge
		}
		if rows.Data = append(rows.Data, r.items[n]...); k.Width == 0 {
			rows.Ends = append(rows.Ends, uint32(len(rows.Data)))
		}
	default:
		rows.Data = append(rows.Data, r.values[n*k.Width:][:k.Width]...)
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
