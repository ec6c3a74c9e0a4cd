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

// errSeal is of what is not sealed, or too short.
var errSeal = errors.New("its checksum does not match")

// An object is one of those that a job makes, in its folder.
type object struct{ store.Name }

func (o object) damaged(err error) error { return &Error{Damaged, o.Beside(""), o.Name, err} }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func crc(sum uint32, b []byte) uint32 { return crc32.Update(sum, castagnoli, b) }

// sum returns what the checksums of an object begin with.
func (o object) sum() uint32 { return crc(0, []byte(o.Base())) }

// seal appends a line of JSON with the checksum of an object's name and of b to b.
func (o object) seal(b []byte) []byte {
	return fmt.Appendf(b[:len(b):len(b)], "{\"crc32c\":\"%08x\"}\n", crc(o.sum(), b))
}

// sealed is how much longer seal makes something.
var sealed = len(object{}.seal(nil))

// read returns what is sealed in some blocks, of one size, of n bytes of an object from a byte on,
// or of all of it if n is negative. What is damaged it reads again, as that may have happened on the
// way, and then returns it with the error.
func (o object) read(ctx context.Context, st *store.Store, from, n int64, blocks int) (b []byte, err error) {
	for range 2 {
		if b, err = st.ReadRange(ctx, o.Name, from, n); err != nil {
			return nil, err
		}
		if inner, ok := o.unseal(b, blocks); ok && int64(len(b)) >= n {
			return inner, nil
		}
	}
	return b, o.damaged(errSeal)
}

// unseal returns what is sealed in b, and whether it is whole.
func (o object) unseal(b []byte, blocks int) ([]byte, bool) {
	size, inner := len(b)/blocks, b[:0]
	for i := range blocks {
		block := b[i*size:][:size]
		text := block[:max(size-sealed, 0)]
		if !bytes.Equal(o.seal(text), block) {
			return nil, false
		}
		inner = append(inner, text...)
	}
	return inner, true
}

// readJSON reads an object of the job.
func (j *Job) readJSON(ctx context.Context, o object, v any) error {
	b, err := o.read(ctx, j.store, 0, -1, 1)
	if err == nil && json.Unmarshal(b, v) != nil {
		err = o.damaged(errSeal)
	}
	return err
}

func (j *Job) writeJSON(ctx context.Context, o object, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return j.store.WriteAll(ctx, o.Name, o.seal(append(b, '\n')), store.Options{Private: true})
}

// A runWriter writes the buckets of a run, and notes their checksums in its table.
type runWriter struct {
	io.Writer
	rest []row // of the table, which have none yet
	at   int64
	sum  uint32
}

func (w *runWriter) Write(p []byte) (int, error) {
	for b := p; len(w.rest) > 0; w.rest = w.rest[1:] {
		to := &w.rest[0].Place
		n := min(int64(len(b)), to.At-w.at)
		w.at, w.sum, b = w.at+n, crc(w.sum, b[:n]), b[n:]
		if w.at < to.At {
			break
		}
		to.CRC = w.sum
	}
	return w.Writer.Write(p)
}

// A checkedReader reads neighbouring buckets of a run. It gives the last bytes only if all are
// those that were written: they continue the checksum of what is before them.
type checkedReader struct {
	io.ReadCloser
	left      int64
	sum, want uint32
	explain   func(error) error
}

func (r *checkedReader) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n, err := r.ReadCloser.Read(p[:min(int64(len(p)), r.left)])
	r.left, r.sum = r.left-int64(n), crc(r.sum, p[:n])
	if r.left == 0 && r.sum != r.want || r.left > 0 && err == io.EOF {
		n, err = 0, errSeal
	}
	return n, r.explain(err)
}
