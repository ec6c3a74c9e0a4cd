package column

import (
	"errors"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// A Writer writes rows to column chunks. It keeps its memory from one to the next.
type Writer struct {
	rows     Rows
	def, rep []int16
	arrays   []parquet.ByteArray
	fixed    []parquet.FixedLenByteArray
}

// Write writes the rows of r with these numbers.
func (w *Writer) Write(k Kind, chunk file.ColumnChunkWriter, r *Rows, numbers []uint32) error {
	const most, batch = 4096, 1 << 20 // rows at a time, of about so many bytes
	step := max(1, min(most, batch*r.N/max(r.size(), 1)))
	for ; len(numbers) > 0; numbers = numbers[min(step, len(numbers)):] {
		r.Take(k, &w.rows, numbers[:min(step, len(numbers))])
		if err := w.write(k, chunk); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writer) write(k Kind, chunk file.ColumnChunkWriter) (err error) {
	r := &w.rows
	w.def, w.rep = w.def[:0], w.rep[:0]
	for _, rep := range r.Rep {
		w.rep = append(w.rep, int16(rep))
	}
	for _, def := range r.Def {
		w.def = append(w.def, int16(def))
	}
	if levels := max(len(r.Rep), r.N); k.MaxDef > 0 && r.Def == nil {
		for range levels {
			w.def = append(w.def, int16(k.MaxDef))
		}
	}
	var def, rep []int16 // nil if the kind has none
	if k.MaxDef > 0 {
		def = w.def
	}
	if k.MaxRep > 0 {
		rep = w.rep
	}
	switch c := chunk.(type) {
	case *file.BooleanColumnChunkWriter:
		_, err = c.WriteBatch(view[bool](r.Data), def, rep)
	case *file.Int32ColumnChunkWriter:
		_, err = c.WriteBatch(view[int32](r.Data), def, rep)
	case *file.Int64ColumnChunkWriter:
		_, err = c.WriteBatch(view[int64](r.Data), def, rep)
	case *file.Int96ColumnChunkWriter:
		_, err = c.WriteBatch(view[parquet.Int96](r.Data), def, rep)
	case *file.Float32ColumnChunkWriter:
		_, err = c.WriteBatch(view[float32](r.Data), def, rep)
	case *file.Float64ColumnChunkWriter:
		_, err = c.WriteBatch(view[float64](r.Data), def, rep)
	case *file.FixedLenByteArrayColumnChunkWriter:
		w.fixed = w.fixed[:0]
		for data := r.Data; len(data) > 0; data = data[k.Width:] {
			w.fixed = append(w.fixed, data[:k.Width:k.Width])
		}
		_, err = c.WriteBatch(w.fixed, def, rep)
	case *file.ByteArrayColumnChunkWriter:
		w.arrays = w.arrays[:0]
		begin := uint32(0)
		for _, end := range r.Ends {
			w.arrays = append(w.arrays, r.Data[begin:end:end])
			begin = end
		}
		_, err = c.WriteBatch(w.arrays, def, rep)
	default:
		err = errors.New("its physical type is unknown")
	}
	return err
}
