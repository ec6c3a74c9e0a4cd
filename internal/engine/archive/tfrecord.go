package archive

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/record"
)

// TFRecord is the format of TensorFlow's records: the length of the data in eight bytes, its
// checksum, the data, and their checksum (tensorflow.org/tutorials/load_data/tfrecord).
var TFRecord = &Kind{Read: newTFReader}

const tfHead, tfFoot = 12, 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// masked returns the checksum that stands for a CRC-32C: rotated, and with a number added.
func masked(crc uint32) uint32 { return (crc>>15 | crc<<17) + 0xa282ead8 }

func newTFReader(in io.Reader, _ *Known) io.Reader {
	r, number, crc, open := &reader{in: bufio.NewReaderSize(in, 64<<10)}, 0, uint32(0), false
	r.what = func() string { return fmt.Sprintf("record %d", number) }
	r.pass = func(b []byte) { crc = crc32.Update(crc, castagnoli, b) }
	bad := func(what string) error {
		return fmt.Errorf("the checksum of the %s of record %d is wrong, before byte %d: it is damaged, or no TFRecord",
			what, number, r.at)
	}
	r.next = func() error {
		if open {
			open = false
			err := r.full(tfFoot)
			switch {
			case err == io.EOF:
				return r.cut()
			case err == nil && binary.LittleEndian.Uint32(r.head) != masked(crc):
				return bad("data")
			}
			return err
		}
		number++
		if err := r.full(tfHead); err != nil {
			return err
		}
		n := binary.LittleEndian.Uint64(r.head)
		switch {
		case binary.LittleEndian.Uint32(r.head[8:]) != masked(crc32.Checksum(r.head[:8], castagnoli)):
			return bad("length")
		case n > MostBytes:
			return fmt.Errorf("record %d has %d bytes, which cannot be", number, n)
		}
		r.head = record.AppendFrameHead(r.buf[:0], tfHead+int64(n)+tfFoot, true)[:record.FrameHead+tfHead]
		r.left, open, crc = int64(n), true, 0
		return nil
	}
	return r
}
