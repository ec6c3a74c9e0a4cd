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
	items    [][]byte
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
	w.items = w.items[:0]
	if k.Slices {
		begin := 0
		for _, end := range r.Ends {
			w.items = append(w.items, r.Data[begin:end:end])
			begin = int(end)
		}
		for ; k.Width > 0 && begin < len(r.Data); begin += k.Width {
			w.items = append(w.items, r.Data[begin:][:k.Width:k.Width])
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
		_, err = c.WriteBatch(items[parquet.FixedLenByteArray](w.items), def, rep)
	case *file.ByteArrayColumnChunkWriter:
		_, err = c.WriteBatch(items[parquet.ByteArray](w.items), def, rep)
	default:
		err = errors.New("its physical type is unknown")
	}
	return err
}
