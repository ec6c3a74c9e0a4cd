package column

import "github.com/apache/arrow-go/v18/parquet/file"

// A Writer writes rows to a column chunk.
type Writer struct {
	buffers
	rows []byte // if their widths differ
}

// Write writes the rows of r with these numbers.
func (w *Writer) Write(k Kind, chunk file.ColumnChunkWriter, r *Rows, numbers []uint32) error {
	const most = 4096 // rows at a time
	for len(numbers) > 0 {
		n := min(most, len(numbers))
		w.def, w.rep, w.items, w.values = w.def[:0], w.rep[:0], w.items[:0], w.values[:0]
		if k.width > 0 {
			k.split(&w.buffers, r.Data, numbers[:n], k.def)
		} else {
			n = w.add(k, r, numbers[:n])
		}
		if err := k.write(chunk, &w.buffers); err != nil { // which leaves levels out that are always 0
			return err
		}
		numbers = numbers[n:]
	}
	return nil
}

// add adds the levels and values of rows, of many bytes at most or of one row, and returns how many rows it has added.
func (w *Writer) add(k Kind, r *Rows, numbers []uint32) (n int) {
	for size := 0; n < len(numbers); n++ {
		if size += len(r.row(k, numbers[n])); size > batch && n > 0 {
			break
		}
	}
	rest := r.row(k, numbers[0])
	if n > 1 {
		w.rows = r.Append(w.rows[:0], k, numbers[:n]) // the library looks at each several times: that needs caches
		rest = w.rows
	}
	for len(rest) > 0 {
		var rep, def int16
		var value []byte
		rep, def, value, rest = k.next(rest)
		w.rep, w.def = append(w.rep, rep), append(w.def, def)
		if def == k.def && k.value == 0 {
			w.items = append(w.items, value)
		} else {
			w.values = append(w.values, value...)
		}
	}
	return n
}

// Flush ends the page of a column chunk that has begun.
func Flush(chunk file.ColumnChunkWriter) error {
	if s := chunk.PageStatistics(); s == nil || s.NumValues()+s.NullCount() == 0 {
		return nil // as an empty page would confuse readers
	}
	return chunk.(interface{ FlushCurrentPage() error }).FlushCurrentPage()
}
