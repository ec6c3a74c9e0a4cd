package column

import (
	"cmp"
	"encoding/binary"
	"errors"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// ErrDamaged is the error of a column chunk that contradicts itself.
var ErrDamaged = errors.New("it is damaged")

// A Reader reads column chunks. It keeps its memory from one to the next.
type Reader struct {
	NaN bool // whether the last chunk, as far as it was read, has a value that is not a number

	emit func(*Rows) error
	kind Kind
	rows Rows
	buffers
}

// batch is about how many bytes of rows are handed on together.
const batch = 1 << 20

// Read reads a column chunk and hands its rows on in order. They are valid during the call.
func (r *Reader) Read(k Kind, chunk file.ColumnChunkReader, emit func(*Rows) error) error {
	r.NaN, r.kind, r.emit = false, k, emit
	if r.def == nil {
		const n = 1024 // levels at a time
		r.def, r.rep = make([]int16, n), make([]int16, n)
		r.values, r.items = make([]byte, n*parquet.Int96SizeBytes), make([][]byte, n)
	}
	clear(r.def) // as the library sets no levels that are always 0
	clear(r.rep)
	r.rows.Data = r.rows.Data[:0] // which a fault may have left
	r.flush()
	for chunk.HasNext() {
		levels, values, err := k.read(chunk, &r.buffers) // slices may be overwritten by the next page
		if err == nil && levels == 0 {
			err = cmp.Or(chunk.Err(), ErrDamaged)
		}
		if err == nil {
			r.NaN = r.NaN || k.nan != nil && k.nan(&r.buffers, values)
			err = r.add(int(levels), values)
		}
		if err != nil {
			return err
		}
	}
	return cmp.Or(chunk.Err(), r.flush())
}

// flush hands the rows on. What one large value needed is not kept.
func (r *Reader) flush() (err error) {
	if len(r.rows.Data) > 0 {
		err = r.emit(&r.rows)
	}
	if cap(r.rows.Data) > 4*batch {
		r.rows = Rows{}
		clear(r.items)
	}
	r.rows.Data, r.rows.ends = r.rows.Data[:0], r.rows.ends[:0]
	return err
}

// add adds levels and values.
func (r *Reader) add(levels, values int) error {
	k, rows := &r.kind, &r.rows
	if k.width > 0 {
		var ok bool
		if rows.Data, ok = k.join(rows.Data, &r.buffers, levels, values, k.def); !ok {
			return ErrDamaged
		} else if len(rows.Data) >= batch {
			return r.flush()
		}
		return nil
	}
	n := 0 // values so far
	for i := range levels {
		def, rep := r.def[i], r.rep[i]
		if rep == 0 && len(rows.Data) >= batch {
			if err := r.flush(); err != nil {
				return err
			}
		}
		if rep > k.rep || rep > 0 && len(rows.ends) == 0 || def > k.def || def == k.def && n == values {
			return ErrDamaged
		}
		if k.rep > 0 {
			rows.Data = append(rows.Data, byte(rep))
		}
		if k.def > 0 {
			rows.Data = append(rows.Data, byte(def))
		}
		if def == k.def {
			value := r.values[n*k.value:][:k.value]
			if k.value == 0 {
				value = r.items[n]
				rows.Data = binary.AppendUvarint(rows.Data, uint64(len(value)))
			}
			n++
			rows.Data = append(rows.Data, value...)
		}
		rows.end(rep, len(rows.Data))
	}
	if n != values {
		return ErrDamaged
	}
	return nil
}
