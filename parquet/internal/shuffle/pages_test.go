package shuffle

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/schema"
	"github.com/apache/thrift/lib/go/thrift"

	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// page returns a page with its header, which has a checksum or not.
func page(t *testing.T, body []byte, sum bool, levels int) []byte {
	ctx, b := t.Context(), thrift.NewTMemoryBuffer()
	p := thrift.NewTCompactProtocolConf(b, nil)
	number := func(field int16, n int) {
		p.WriteFieldBegin(ctx, "", thrift.I32, field)
		p.WriteI32(ctx, int32(n))
	}
	p.WriteStructBegin(ctx, "PageHeader")
	number(1, 0)
	number(2, 3*len(body))
	number(3, len(body))
	if sum {
		number(4, int(int32(crc32.ChecksumIEEE(body))))
	}
	p.WriteFieldBegin(ctx, "", thrift.STRUCT, 5)
	p.WriteStructBegin(ctx, "DataPageHeader")
	number(3, levels)
	number(4, bitPacked) // of no matter where there are no lists
	p.WriteFieldStop(ctx)
	p.WriteStructEnd(ctx)
	p.WriteFieldStop(ctx)
	if err := p.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	return append(b.Bytes(), body...)
}

// All pages are found, and each flipped bit of one that has a checksum is an error.
func TestPages(t *testing.T) {
	c := schema.NewColumn(schema.NewInt32Node("c", parquet.Repetitions.Optional, -1), 1, 0)
	old := page(t, nil, false, bitPacked)
	if _, err := pages(io.NewSectionReader(bytes.NewReader(old), 0, int64(len(old))), c); err == nil ||
		!strings.Contains(err.Error(), "BIT_PACKED") {
		t.Errorf("levels in the old encoding: %v", err)
	}
	body := bytes.Repeat([]byte("some bytes of a page. "), 300) // more than a buffer has
	for _, sum := range []bool{true, false} {
		var chunk []byte
		var begins []int
		for n := range 5 {
			chunk = append(chunk, page(t, body[:n*len(body)/4], sum, 3)...)
			begins = append(begins, len(chunk)-n*len(body)/4)
		}
		read := func(b []byte) (int64, error) {
			return pages(io.NewSectionReader(bytes.NewReader(append([]byte("front"), b...)), 5, int64(len(b))), c)
		}
		if largest, err := read(chunk); err != nil || largest != int64(3*len(body)) {
			t.Fatalf("the largest page has %d bytes, %v", largest, err)
		}
		for cut := 1; sum && cut < len(body); cut += 97 {
			if _, err := read(chunk[:len(chunk)-cut]); !errors.Is(err, column.ErrDamaged) && err != io.EOF {
				t.Errorf("without the last %d bytes: %v", cut, err)
			}
		}
		for at := begins[1]; sum && at < begins[1]+len(body)/4; at += 7 {
			damaged := slices.Clone(chunk)
			damaged[at] ^= 1 << (at % 8)
			if _, err := read(damaged); err != errChecksum {
				t.Errorf("a flip at %d: %v", at, err)
			}
		}
	}
}
