package job

import (
	"bufio"
	"context"
	"encoding/binary"
	"io"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/order"
)

// The index begins with the number of records of each bucket, in all runs together, in eight
// bytes each, sealed. A row for each bucket follows, and a last one: where the bucket begins
// in each run, in eight bytes, and the checksum of the run up to there, in four, sealed. So a
// range of buckets is a range of the index. All numbers are big-endian.
const indexEntry = 8 + 4

var indexHeader = int64(order.Buckets*8 + sealed)

func (j *Job) index() object { return j.object("index") }

// rowSize returns the size of a row of the index.
func (j *Job) rowSize() int { return len(j.segments)*indexEntry + sealed }

// ensureIndex writes the index, unless that has been done. Who does that at the same time
// writes the same.
func (j *Job) ensureIndex(ctx context.Context) error {
	at := j.index()
	done, err := j.has(ctx, at)
	if done || err != nil {
		return err
	}
	n := len(j.segments)
	var total [order.Buckets]uint64
	tables := make([][]byte, n)
	if err := each(ctx, n, func(k int) (err error) {
		tables[k], err = j.readTable(ctx, k)
		return missing(err, "scatter", k, n)
	}); err != nil {
		return err
	}
	for _, table := range tables {
		for b := range total {
			total[b] += binary.BigEndian.Uint64(table[tableRow*b:])
		}
	}
	size := indexHeader + int64((order.Buckets+1)*j.rowSize())
	opt := store.Options{Size: size, Private: true}
	return j.store.Write(ctx, at.Name, opt, func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 1<<20) // Flush has its errors
		var head []byte
		for _, x := range total {
			head = binary.BigEndian.AppendUint64(head, x)
		}
		w.Write(at.seal(head))
		place, sums := make([]uint64, n), make([]uint32, n) // where the bucket begins in each run
		for k := range sums {
			sums[k] = j.object("runs", numbered(k)).sum()
		}
		row := make([]byte, 0, j.rowSize())
		for b := range order.Buckets + 1 {
			row = row[:0]
			for k, table := range tables {
				row = binary.BigEndian.AppendUint64(row, place[k])
				row = binary.BigEndian.AppendUint32(row, sums[k])
				if b < order.Buckets {
					place[k] += binary.BigEndian.Uint64(table[tableRow*b+8:])
					sums[k] = binary.BigEndian.Uint32(table[tableRow*b+16:])
				}
			}
			w.Write(at.seal(row))
		}
		return w.Flush()
	})
}
