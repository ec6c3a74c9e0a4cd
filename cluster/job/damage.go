package job

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
)

// A DamagedError reports an object in the folder of a job that is not what a step wrote.
type DamagedError struct {
	Work store.Name
	Name store.Name
	Err  error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged: %v", label.Name(e.Name.String()), e.Err)
}

func (e *DamagedError) Unwrap() error { return e.Err }

var (
	errShort    = errors.New("it is too short")
	errNumbers  = errors.New("its numbers make no sense")
	errChecksum = errors.New("its checksum does not match")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sealed is how much longer seal makes something.
const sealed = 4

// seal appends its checksum to b.
func seal(b []byte) []byte {
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// unseal returns b without its checksum, which must match.
func unseal(b []byte) ([]byte, error) {
	inner := b[:len(b)-sealed]
	if crc32.Checksum(inner, castagnoli) != binary.BigEndian.Uint32(b[len(inner):]) {
		return nil, errChecksum
	}
	return inner, nil
}

// sealText appends a line of JSON with its checksum to a text that is JSON as well.
func sealText(text []byte) []byte {
	return fmt.Appendf(text[:len(text):len(text)], "{\"crc32c\":\"%08x\"}\n", crc32.Checksum(text, castagnoli))
}

// unsealText returns a text without its checksum, which must match.
func unsealText(b []byte) ([]byte, error) {
	text := b[:max(len(b)-len(sealText(nil)), 0)]
	if !bytes.Equal(sealText(text), b) {
		return nil, errChecksum
	}
	return text, nil
}

// A bucketSums has the checksums of neighbouring buckets whose bytes pass by.
type bucketSums struct {
	ends []int64 // of the buckets, from the first byte on
	sums []uint32
	at   int64
	b    int // the bucket of the next byte
}

func newBucketSums(ends []int64) *bucketSums {
	return &bucketSums{ends: ends, sums: make([]uint32, len(ends))}
}

// left returns how many bytes there still are.
func (s *bucketSums) left() int64 { return s.ends[len(s.ends)-1] - s.at }

// add adds bytes, not more than are left.
func (s *bucketSums) add(p []byte) {
	for len(p) > 0 {
		for s.at == s.ends[s.b] {
			s.b++
		}
		n := min(int64(len(p)), s.ends[s.b]-s.at)
		s.sums[s.b] = crc32.Update(s.sums[s.b], castagnoli, p[:n])
		s.at += n
		p = p[n:]
	}
}

// A summingWriter writes the buckets of a run, and sums them.
type summingWriter struct {
	*bucketSums
	w io.Writer
}

func (w summingWriter) Write(p []byte) (int, error) {
	if int64(len(p)) > w.left() {
		return 0, errors.New("the buckets of a run have more bytes than it says")
	}
	w.add(p)
	return w.w.Write(p)
}

// A checkedReader reads buckets of a run. It gives the last bytes only if all are those that
// were written.
type checkedReader struct {
	*bucketSums
	want    []uint32
	r       io.ReadCloser
	damaged func(error) error
}

func (r checkedReader) Read(p []byte) (int, error) {
	if r.left() == 0 {
		return 0, io.EOF
	}
	n, err := r.r.Read(p[:min(int64(len(p)), r.left())])
	r.add(p[:n])
	switch {
	case r.left() == 0 && !slices.Equal(r.sums, r.want):
		return 0, r.damaged(errChecksum)
	case r.left() > 0 && err == io.EOF:
		return n, r.damaged(errShort)
	}
	return n, err
}

func (r checkedReader) Close() error { return r.r.Close() }
