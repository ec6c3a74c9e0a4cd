package job

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"

	"github.com/yates-shuffle/yates/order"
)

// The index begins with the number of records before each bucket, and before what would come after
// the last one, in all runs together, in eight bytes each, sealed. As many rows follow: where the
// bucket begins in each run, as in the table of the run, sealed. So a range of buckets is a range
// of the index.
const indexHeader = (order.Buckets + 1) * 8

func (j *Job) index() object { return j.numbered("index", 0) }

// rowSize returns the size of a row of the index.
func (j *Job) rowSize() int { return len(j.segments) * placeSize }

// ensureIndex writes the index, unless that has been done. Who does that at the same time
// writes the same.
func (j *Job) ensureIndex(ctx context.Context) error {
	j.mu.Lock() // so that one in this process does
	defer j.mu.Unlock()
	at := j.index()
	if _, err := j.store.Stat(ctx, at.Name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	tables := make([][]byte, len(j.segments))
	if err := each(ctx, len(tables), func(k int) (err error) {
		tables[k], err = j.readTable(ctx, k)
		return missing(err, "scatter", k, len(tables))
	}); err != nil {
		return err
	}
	size := int64(indexHeader+sealed) + (order.Buckets+1)*int64(j.rowSize()+sealed)
	return j.create(ctx, at, size, func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 1<<20) // Flush has its errors
		var head []byte
		for b := range order.Buckets + 1 {
			before := uint64(0)
			for _, table := range tables {
				before += binary.BigEndian.Uint64(table[tableRow*b:])
			}
			head = binary.BigEndian.AppendUint64(head, before)
		}
		w.Write(at.seal(head))
		for b := range order.Buckets + 1 {
			var row []byte
			for _, table := range tables {
				row = append(row, table[tableRow*b+8:tableRow*(b+1)]...)
			}
			w.Write(at.seal(row))
		}
		return w.Flush()
	})
}
