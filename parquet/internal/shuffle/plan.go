package shuffle

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"io"
	"os"
	"slices"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
	"github.com/yates-shuffle/yates/records/failure"
)

// A plan is an order of rows that keys decide. A temporary file has the place of each row, or −1, as 8 bytes.
type plan struct {
	from  *engine.Collection // until it is written
	fs    vfs.FS
	dir   string   // of the file
	file  vfs.File // or nil
	total int64    // rows that have a place
}

// place finds the place of each of so many rows in the parts, and makes these parts of rows, without what is skipped.
func (p *plan) place(ctx context.Context, rows int64, opt *Options) (err error) {
	if p.file, err = p.fs.Scratch(p.dir); err != nil {
		return p.failed("writing", err)
	}
	sizes, front := opt.Parts, 0
	if opt.Skip > 0 {
		sizes, front = slices.Insert(slices.Clone(sizes), 0, opt.Skip), 1
	}
	counts := make([]int64, len(sizes))
	// Behind the places stand the rows as the engine writes them.
	list := bufio.NewWriterSize(io.NewOffsetWriter(p.file, 8*rows), 256<<10)
	err = p.from.WriteParts(ctx, sizes, func(part int) ([]io.Writer, error) {
		return []io.Writer{&lister{plan: p, to: list, part: uint64(part), count: &counts[part]}}, nil
	})
	err = cmp.Or(err, p.from.Close())
	if p.from = nil; err == nil {
		err = p.failed("writing", list.Flush())
	}
	if err != nil {
		return err
	}
	listed := int64(0)
	next := make([]int64, len(counts)) // place of a part
	for part, n := range counts {
		if listed += n; part >= front {
			next[part], p.total = p.total, p.total+n
		}
	}
	opt.Skip, opt.Parts = 0, counts[front:]
	// The list is in no order of rows, so it is read anew for each stretch of them that there is memory for.
	places := make([]int64, min(rows, max(opt.Memory/8/8, 1<<16)))
	for first := int64(0); first < rows; first += int64(len(places)) {
		places = places[:min(int64(len(places)), rows-first)]
		for i := range places {
			places[i] = -1
		}
		in, next := bufio.NewReaderSize(io.NewSectionReader(p.file, 8*rows, 8*listed), 256<<10), slices.Clone(next)
		for entry := make([]byte, 8); ; {
			if _, err := io.ReadFull(in, entry); err == io.EOF {
				break
			} else if err != nil {
				return p.failed("reading", err)
			}
			e := binary.NativeEndian.Uint64(entry)
			part, row := int(e>>rowBits), int64(e&(1<<rowBits-1))
			if at := row - first; part >= front && 0 <= at && at < int64(len(places)) {
				places[at] = next[part]
			}
			next[part]++
		}
		if _, err := p.file.WriteAt(column.Bytes(places), 8*first); err != nil {
			return p.failed("writing", err)
		}
	}
	return nil
}

// failed returns the error of the temporary file, if there is one.
func (p *plan) failed(op string, err error) error {
	if err == nil {
		return nil
	}
	return &failure.TempError{Op: op, Dir: cmp.Or(p.dir, os.TempDir()), Err: vfs.Cause(err)}
}

// find finds the places of rows, from the first one on, and the buckets of these.
func (p *plan) find(first int64, places []int64, buckets []uint16) error {
	if _, err := p.file.ReadAt(column.Bytes(places), 8*first); err != nil {
		return p.failed("reading", err)
	}
	for i, place := range places {
		buckets[i] = order.Buckets
		if place >= 0 {
			buckets[i] = uint16(place * order.Buckets / p.total)
		}
	}
	return nil
}

// sizes returns how many places each bucket has.
func (p *plan) sizes() (sizes [order.Buckets]int64) {
	begin := int64(0)
	for b := range sizes {
		end := ((int64(b)+1)*p.total + order.Buckets - 1) / order.Buckets
		sizes[b], begin = end-begin, end
	}
	return sizes
}

// close ends the plan. There may be none.
func (p *plan) close() (err error) {
	if p != nil && p.from != nil {
		err = p.from.Close()
	}
	if p != nil && p.file != nil {
		err = cmp.Or(err, p.failed("closing", p.file.Close()))
	}
	return err
}

// rowBits are those of a row in a list. The others are those of its part.
const rowBits = 44

// A lister lists the rows of a part of the table, whose fields in front are their numbers.
type lister struct {
	*plan
	to     *bufio.Writer
	part   uint64
	count  *int64
	header bool // has been read
	behind bool // the number of a row
	quoted bool
	row    uint64
}

func (l *lister) Write(b []byte) (int, error) {
	for i, c := range b {
		switch {
		case c == '"':
			l.quoted = !l.quoted
		case l.quoted:
		case c == ',':
			l.behind = true
		case c == '\n':
			if l.header {
				*l.count++
				entry := binary.NativeEndian.AppendUint64(l.to.AvailableBuffer(), l.part<<rowBits|l.row)
				if _, err := l.to.Write(entry); err != nil {
					return i, l.failed("writing", err)
				}
			}
			l.header, l.behind, l.row = true, false, 0
		case !l.behind:
			l.row = 10*l.row + uint64(c-'0')
		}
	}
	return len(b), nil
}
