package shuffle

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/apache/arrow-go/v18/parquet/schema"
	"github.com/apache/thrift/lib/go/thrift"

	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// pages reads the headers of the pages of a column chunk, and compares the pages with the checksums that there are:
// the library does not. It returns the bytes of the largest page, without compression. Levels in the old encoding
// BIT_PACKED, of which the library would make nulls, are an error.
func pages(chunk *io.SectionReader, c *schema.Column) (largest int64, err error) {
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
		if h[first+levels] == bitPacked && c.MaxDefinitionLevel() > 0 ||
			h[first+levels+1] == bitPacked && c.MaxRepetitionLevel() > 0 {
			return 0, errors.New("its levels are BIT_PACKED, which has been out of use for long; write the file anew")
		}
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

// first is added to the number of a field of the header of a data page, in which the encodings of definition levels and
// of repetition levels follow each other.
const first, levels, bitPacked = 500, 3, 4

// readHeader returns the numbers with which the header of a page begins, by their fields in parquet.thrift: 2 is the
// bytes of the page without compression, 3 those that follow the header, and 4 their checksum.
func readHeader(r io.Reader) (map[int]int32, error) {
	numbers := map[int]int32{}
	p := thrift.NewTCompactProtocolConf(thrift.NewStreamTransportR(r), nil)
	return numbers, readNumbers(p, 0, numbers)
}

// readNumbers reads a struct, and those in it. The numbers of fields in these begin with hundred times their own.
func readNumbers(p thrift.TProtocol, before int, numbers map[int]int32) error {
	ctx := context.Background()
	_, err := p.ReadStructBegin(ctx)
	for err == nil {
		var kind thrift.TType
		var field int16
		switch _, kind, field, err = p.ReadFieldBegin(ctx); {
		case err != nil:
		case kind == thrift.STOP:
			return p.ReadStructEnd(ctx)
		case kind == thrift.I32:
			numbers[before+int(field)], err = p.ReadI32(ctx)
		case kind == thrift.STRUCT && before == 0:
			err = readNumbers(p, 100*int(field), numbers)
		default:
			err = thrift.SkipDefaultDepth(ctx, p, kind)
		}
	}
	return err
}
