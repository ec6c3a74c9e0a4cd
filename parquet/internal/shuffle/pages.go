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
	for at := int64(0); at < chunk.Size(); {
		h, err := readHeader(r)
		if err != nil {
			return 0, fmt.Errorf("%w: %w", column.ErrDamaged, err)
		}
		full, size := int64(h[2]), int64(h[3])
		here, _ := chunk.Seek(0, io.SeekCurrent)
		if at = here - int64(r.Buffered()) + size; full < 0 || size < 0 { // at may be beyond: old writers say less
			return 0, column.ErrDamaged
		}
		largest = max(largest, full)
		want, has := h[4]
		if !has {
			chunk.Seek(at, io.SeekStart)
			r.Reset(chunk)
			continue
		}
		sum := crc32.NewIEEE()
		if _, err := io.CopyN(sum, r, size); err != nil {
			return 0, err
		}
		if int32(sum.Sum32()) != want {
			return 0, errChecksum
		}
	}
	return largest, nil
}

var errChecksum = fmt.Errorf("%w: a page does not have its checksum", column.ErrDamaged)

// readHeader returns the numbers with which the header of a page begins, by their fields in parquet.thrift: 2 is the
// bytes of the page without compression, 3 those that follow the header, and 4 their checksum.
func readHeader(r io.Reader) (numbers map[int16]int32, err error) {
	ctx, numbers := context.Background(), map[int16]int32{}
	p := thrift.NewTCompactProtocolConf(thrift.NewStreamTransportR(r), nil)
	_, err = p.ReadStructBegin(ctx)
	for err == nil {
		var kind thrift.TType
		var field int16
		switch _, kind, field, err = p.ReadFieldBegin(ctx); {
		case err != nil || kind == thrift.STOP:
			return numbers, err
		case kind == thrift.I32:
			numbers[field], err = p.ReadI32(ctx)
		default:
			err = thrift.SkipDefaultDepth(ctx, p, kind)
		}
	}
	return numbers, err
}
