package shuffle

import (
	"bufio"
	"context"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// pages reads the headers of the pages of a column chunk, and compares the pages with the checksums that there are:
// the library does not. It returns the bytes of the largest page, without compression.
func pages(chunk *io.SectionReader) (largest int64, err error) {
	r := bufio.NewReader(chunk) // which Thrift uses as it is
	at := int64(0)
	for at < chunk.Size() {
		h, err := readHeader(r)
		if err != nil {
			return 0, fmt.Errorf("%w: %w", column.ErrDamaged, err)
		}
		if h.size < 0 || h.full < 0 {
			return 0, column.ErrDamaged
		}
		largest = max(largest, h.full)
		if at, err = chunk.Seek(0, io.SeekCurrent); err != nil {
			return 0, err
		}
		at += h.size - int64(r.Buffered()) // where the page ends
		if h.checked {
			sum := crc32.NewIEEE()
			if _, err := io.CopyN(sum, r, h.size); err != nil {
				return 0, err
			}
			if sum.Sum32() != h.sum {
				return 0, column.ErrDamaged
			}
		} else if _, err := chunk.Seek(at, io.SeekStart); err != nil {
			return 0, err
		} else {
			r.Reset(chunk)
		}
	}
	return largest, nil
}

// A header is what is needed of the header of a page.
type header struct {
	full, size int64 // bytes of the page without compression, and of what follows the header
	sum        uint32
	checked    bool // whether there is a sum
}

// readHeader reads the header of a page: of parquet.thrift's PageHeader, fields 2, 3 and 4.
func readHeader(r io.Reader) (h header, err error) {
	ctx := context.Background()
	p := thrift.NewTCompactProtocolConf(thrift.NewStreamTransportR(r), nil)
	if _, err := p.ReadStructBegin(ctx); err != nil {
		return h, err
	}
	for {
		_, kind, id, err := p.ReadFieldBegin(ctx)
		if err != nil || kind == thrift.STOP {
			return h, err
		}
		if kind != thrift.I32 || id < 2 || id > 4 {
			if err := thrift.SkipDefaultDepth(ctx, p, kind); err != nil {
				return h, err
			}
			continue
		}
		n, err := p.ReadI32(ctx)
		if err != nil {
			return h, err
		}
		switch id {
		case 2:
			h.full = int64(n)
		case 3:
			h.size = int64(n)
		default:
			h.sum, h.checked = uint32(n), true
		}
	}
}
