package job

import (
	"bytes"
	"context"
	"encoding/json"
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

func (o object) damaged(err error) error { return &DamagedError{o.work, o.Name, err} }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc(sum uint32, b []byte) uint32 { return crc32.Update(sum, castagnoli, b) }

// sum returns what the checksums of an object begin with.
func (o object) sum() uint32 { return crc(0, []byte(o.key)) }

// seal appends a line of JSON with the checksum of an object's name and of b to b.
func (o object) seal(b []byte) []byte {
	return fmt.Appendf(b[:len(b):len(b)], "{\"crc32c\":\"%08x\"}\n", crc(o.sum(), b))
}

// sealed is how much longer seal makes something.
var sealed = len(object{}.seal(nil))

// unseal returns b without its checksum, or all of it with errChecksum.
func (o object) unseal(b []byte) ([]byte, error) {
	inner := b[:max(len(b)-sealed, 0)]
	if !bytes.Equal(o.seal(inner), b) {
		return b, errChecksum
	}
	return inner, nil
}

// read returns what is sealed in n bytes of an object, or in all of it if n is negative. It
// reads again what seems to be damaged, as that may have happened on the way.
func (o object) read(ctx context.Context, st *store.Store, from, n int64) (b []byte, err error) {
	for range 2 {
		if b, err = o.readRange(ctx, st, from, n); err == nil {
			b, err = o.unseal(b)
		}
		if err == nil || !errors.Is(err, errChecksum) && !errors.Is(err, errShort) {
			return b, err
		}
	}
	return b, o.damaged(err)
}

// readRange returns n bytes of an object, or all of it if n is negative.
func (o object) readRange(ctx context.Context, st *store.Store, from, n int64) ([]byte, error) {
	if n < 0 {
		return st.ReadAll(ctx, o.Name)
	}
	r, err := st.Read(ctx, o.Name, from, n)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := make([]byte, n)
	_, err = io.ReadFull(r, b)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = errShort
	}
	return b, err
}

// readJSON reads an object of the job.
func (j *Job) readJSON(ctx context.Context, o object, v any) error {
	b, err := o.read(ctx, j.store, 0, -1)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return o.damaged(err)
	}
	return nil
}

func (j *Job) writeJSON(ctx context.Context, o object, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return j.store.WriteAll(ctx, o.Name, o.seal(append(b, '\n')))
}

// A bucketSums has the checksums of neighbouring buckets whose bytes pass by.
type bucketSums struct {
	ends []int64 // of the buckets, from the first byte on
	sums []uint32
	at   int64
	b    int // the bucket of the next byte
}

func (o object) bucketSums(ends []int64) *bucketSums {
	return &bucketSums{ends: ends, sums: slices.Repeat([]uint32{o.sum()}, len(ends))}
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
		s.sums[s.b] = crc(s.sums[s.b], p[:n])
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
