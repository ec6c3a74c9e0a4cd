package column

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"unsafe"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// ErrDamaged is the error of a column chunk that contradicts itself.
var ErrDamaged = errors.New("it is damaged")

// batchLevels is how many levels are decoded at a time.
const batchLevels = 1024

// A Reader reads column chunks. It keeps its memory from one to the next.
type Reader struct {
	Bytes int // hand rows on when they have so many bytes

	kind     Kind
	rows     Rows
	defs     []byte // the memory of rows.Def
	emit     func(*Rows) error
	def, rep []int16
	values   []byte   // of a batch of lists, if their widths are equal
	items    [][]byte // of a batch, if the library has slices of them
	arrays   []parquet.ByteArray
	fixed    []parquet.FixedLenByteArray
}

// Read reads a column chunk and hands its rows on, in order. They are valid during the call.
func (r *Reader) Read(k Kind, chunk file.ColumnChunkReader, emit func(*Rows) error) error {
	r.kind, r.emit = k, emit
	if r.def == nil {
		r.def, r.rep = make([]int16, batchLevels), make([]int16, batchLevels)
		r.arrays = make([]parquet.ByteArray, batchLevels)
		r.fixed = make([]parquet.FixedLenByteArray, batchLevels)
	}
	r.reset()
	for chunk.HasNext() {
		levels, values, err := r.batch(chunk)
		if err == nil && levels == 0 {
			err = cmp.Or(chunk.Err(), ErrDamaged)
		}
		if err == nil {
			err = r.add(r.def[:levels], r.rep[:levels], values)
		}
		if err != nil {
			return err
		}
	}
	return cmp.Or(chunk.Err(), r.flush())
}

// add adds levels, of which the lists begin with a row, and their values.
func (r *Reader) add(defs, reps []int16, values int) error {
	k, rows, n := r.kind, &r.rows, 0
	if k.MaxRep == 0 && len(r.items) == 0 { // the values are there already
		rows.N += len(defs)
		if k.MaxDef == 0 {
			n = len(defs)
		} else {
			for _, def := range defs {
				if rows.Def = append(rows.Def, byte(def)); def == int16(k.MaxDef) {
					n++
				}
			}
		}
		if n != values {
			return ErrDamaged
		}
		if rows.size() < r.Bytes {
			return nil
		}
		return r.flush()
	}
	for i, def := range defs {
		if k.MaxRep == 0 || reps[i] == 0 {
			if rows.size() >= r.Bytes {
				if err := r.flush(); err != nil {
					return err
				}
			}
			rows.N++
		} else if rows.N == 0 || reps[i] > int16(k.MaxRep) {
			return ErrDamaged
		}
		if k.MaxRep > 0 {
			rows.Rep = append(rows.Rep, byte(reps[i]))
		}
		if k.MaxDef > 0 {
			rows.Def = append(rows.Def, byte(def))
			if def != int16(k.MaxDef) {
				continue
			}
		}
		if n == values {
			return ErrDamaged
		}
		if len(r.items) == 0 {
			rows.Data = append(rows.Data, r.values[n*k.Width:][:k.Width]...)
		} else if rows.Data = append(rows.Data, r.items[n]...); k.Width == 0 {
			rows.Ends = append(rows.Ends, uint32(len(rows.Data)))
		}
		if n++; len(rows.Data) > math.MaxUint32 {
			return ErrLarge
		}
	}
	if n != values {
		return ErrDamaged
	}
	return nil
}

// flush hands the rows on.
func (r *Reader) flush() error {
	if r.rows.N == 0 {
		return nil
	}
	r.defs = r.rows.Def
	if slices.ContainsFunc(r.defs, func(def byte) bool { return def > r.kind.MaxDef }) {
		return ErrDamaged
	}
	r.rows.index(r.kind)
	err := r.emit(&r.rows)
	r.reset()
	return err
}

func (r *Reader) reset() {
	r.rows.reset()
	r.rows.Def = r.defs[:0]
}

// A batcher is a reader of column chunks of one physical type.
type batcher[T any] interface {
	ReadBatchInPage(size int64, values []T, def, rep []int16) (levels int64, n int, err error)
}

// batch decodes the next levels and values. Those of differing widths may be overwritten by the next page.
func (r *Reader) batch(chunk file.ColumnChunkReader) (levels, values int, err error) {
	switch c := chunk.(type) {
	case *file.BooleanColumnChunkReader:
		return fixed[bool](r, c)
	case *file.Int32ColumnChunkReader:
		return fixed[int32](r, c)
	case *file.Int64ColumnChunkReader:
		return fixed[int64](r, c)
	case *file.Int96ColumnChunkReader:
		return fixed[parquet.Int96](r, c)
	case *file.Float32ColumnChunkReader:
		return fixed[float32](r, c)
	case *file.Float64ColumnChunkReader:
		return fixed[float64](r, c)
	case *file.ByteArrayColumnChunkReader:
		return varying(r, c, r.arrays)
	case *file.FixedLenByteArrayColumnChunkReader:
		return varying(r, c, r.fixed)
	}
	return 0, 0, errors.New("its physical type is unknown")
}

// fixed reads values of one width to where they stay, or, of lists, to r.values.
func fixed[T any](r *Reader, c batcher[T]) (levels, values int, err error) {
	to, width := &r.rows.Data, int(unsafe.Sizeof(*new(T)))
	r.items = r.items[:0]
	if r.kind.MaxRep > 0 {
		to, r.values = &r.values, r.values[:0]
	}
	at := len(*to)
	*to = slices.Grow(*to, batchLevels*width)
	n, values, err := c.ReadBatchInPage(batchLevels, view[T]((*to)[at:at+batchLevels*width]), r.def, r.rep)
	*to = (*to)[:at+values*width]
	return int(n), values, err
}

// varying reads values that are slices.
func varying[T ~[]byte](r *Reader, c batcher[T], scratch []T) (levels, values int, err error) {
	n, values, err := c.ReadBatchInPage(batchLevels, scratch, r.def, r.rep)
	r.items = r.items[:0]
	for _, item := range scratch[:values] {
		r.items = append(r.items, item)
	}
	return int(n), values, err
}
