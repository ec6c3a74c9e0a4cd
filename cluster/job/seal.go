package job

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/yates-shuffle/yates/cluster/store"
)

var (
	errShort    = errors.New("it is too short")
	errChecksum = errors.New("its checksum does not match")
)

// An object is one of those that a job makes.
type object struct {
	store.Name
	work store.Name // the folder of the job
	key  string     // within that
}

func (o object) damaged(err error) error { return &Error{Damaged, o.work, o.Name, err} }

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
	if _, err = io.ReadFull(r, b); err == io.EOF || err == io.ErrUnexpectedEOF {
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
	return j.store.WriteAll(ctx, o.Name, o.seal(append(b, '\n')), store.Options{Private: true})
}

// A runWriter writes the buckets of a run and notes the checksum of the run up to the end of
// each.
type runWriter struct {
	io.Writer
	ends []int64 // of the buckets
	at   int64
	sum  uint32
	sums []uint32
}

func (w *runWriter) Write(p []byte) (int, error) {
	for rest := p; len(w.sums) < len(w.ends); {
		n := min(int64(len(rest)), w.ends[len(w.sums)]-w.at)
		w.at, w.sum, rest = w.at+n, crc(w.sum, rest[:n]), rest[n:]
		if w.at < w.ends[len(w.sums)] {
			break
		}
		w.sums = append(w.sums, w.sum)
	}
	return w.Writer.Write(p)
}

// A checkedReader reads neighbouring buckets of a run. It gives the last bytes only if all are
// those that were written: they continue the checksum of what is before them.
type checkedReader struct {
	io.ReadCloser
	left      int64
	sum, want uint32
	damaged   func(error) error
}

func (r *checkedReader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n, err := r.ReadCloser.Read(p[:min(int64(len(p)), r.left)])
	r.left, r.sum = r.left-int64(n), crc(r.sum, p[:n])
	switch {
	case r.left == 0 && r.sum != r.want:
		return 0, r.damaged(errChecksum)
	case r.left > 0 && err == io.EOF:
		return n, r.damaged(errShort)
	}
	return n, err
}
