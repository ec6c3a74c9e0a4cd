package column

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// A Writer writes rows to column chunks. It keeps its memory from one to the next.
type Writer struct {
	rows     Rows
	def, rep []int16
	values   []byte   // if they have one width
	items    [][]byte // if the library has slices of them
}

// Write writes the rows of r with these numbers.
func (w *Writer) Write(k Kind, chunk file.ColumnChunkWriter, r *Rows, numbers []uint32) error {
	const most = 4096 // rows at a time
	for len(numbers) > 0 {
		n := r.Fit(k, numbers[:min(most, len(numbers))], batch)
		w.rows.Reset()
		w.rows.Take(k, r, numbers[:n])
		w.split(k)
		if err := w.write(k, chunk); err != nil {
			return err
		}
		if numbers = numbers[n:]; cap(w.rows.Data) > 4*batch {
			w.rows = Rows{} // what one large value needed is not kept
		}
	}
	return nil
}

// split makes the rows levels and values.
func (w *Writer) split(k Kind) {
	r := &w.rows
	w.def, w.rep, w.items, w.values = w.def[:0], w.rep[:0], w.items[:0], w.values[:0]
	if k.Width > 0 && !k.slices && whole(r.Miss) {
		w.values = append(w.values, r.Data...)
		w.def = append(w.def, slices.Repeat([]int16{k.def}, len(r.Miss))...)
		return
	}
	for i := range r.N {
		begin, end := r.span(k, i, i+1)
		b := r.Data[begin:end:end]
		if k.rep == 0 {
			def := k.def
			if k.nulls() {
				def -= int16(r.Miss[i])
				w.def = append(w.def, def)
			}
			if def == k.def {
				w.value(k, b)
			}
			continue
		}
		for len(b) > 0 {
			w.rep, w.def = append(w.rep, int16(b[0])), append(w.def, int16(b[1]))
			if b = b[2:]; w.def[len(w.def)-1] < k.def {
				continue
			}
			size := k.value
			if size == 0 {
				length, n := binary.Uvarint(b)
				size, b = int(length), b[n:]
			}
			w.value(k, b[:size:size])
			b = b[size:]
		}
	}
}

// value adds a value.
func (w *Writer) value(k Kind, b []byte) {
	if k.slices {
		w.items = append(w.items, b)
	} else {
		w.values = append(w.values, b...)
	}
}

// write writes levels and values.
func (w *Writer) write(k Kind, chunk file.ColumnChunkWriter) (err error) {
	var def, rep []int16 // nil if the kind has none
	if k.def > 0 {
		def = w.def
	}
	if k.rep > 0 {
		rep = w.rep
	}
	switch c := chunk.(type) {
	case *file.BooleanColumnChunkWriter:
		_, err = c.WriteBatch(view[bool](w.values), def, rep)
	case *file.Int32ColumnChunkWriter:
		_, err = c.WriteBatch(view[int32](w.values), def, rep)
	case *file.Int64ColumnChunkWriter:
		_, err = c.WriteBatch(view[int64](w.values), def, rep)
	case *file.Int96ColumnChunkWriter:
		_, err = c.WriteBatch(view[parquet.Int96](w.values), def, rep)
	case *file.Float32ColumnChunkWriter:
		_, err = c.WriteBatch(view[float32](w.values), def, rep)
	case *file.Float64ColumnChunkWriter:
		_, err = c.WriteBatch(view[float64](w.values), def, rep)
	case *file.FixedLenByteArrayColumnChunkWriter:
		_, err = c.WriteBatch(items[parquet.FixedLenByteArray](w.items), def, rep)
	case *file.ByteArrayColumnChunkWriter:
		_, err = c.WriteBatch(items[parquet.ByteArray](w.items), def, rep)
	default:
		err = errors.New("its physical type is unknown")
	}
	return err
}

// Flush ends the page of a column chunk that has begun.
func Flush(chunk file.ColumnChunkWriter) error {
	stats := chunk.PageStatistics()
	pager, ok := chunk.(interface{ FlushCurrentPage() error })
	if ok && stats != nil && stats.NumValues()+stats.NullCount() > 0 { // an empty page would confuse readers
		return pager.FlushCurrentPage()
	}
	return nil
}
