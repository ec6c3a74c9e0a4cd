package job

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"hash"
	"hash/crc32"
	"io"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/engine"
)

// beyond is how much is read beyond the end of a piece at first. It is rare that its last record
// is longer, and that more is asked for.
const beyond = 64 << 10

// read calls use with the records of a segment, and the options for reading them, and then checks that
// the inputs are what they were when the job was planned. It returns the checksum of the bytes of the
// records.
func (j *Job) read(
	ctx context.Context, s segment, use func(engine.Options, []engine.Source) error,
) (sum uint32, err error) {
	opt := j.options()
	if s[0].from > 0 { // only the first segment of an input has a header
		opt.Header = 0
	}
	hashes, sources := make([]hash.Hash32, len(s)), make([]engine.Source, len(s))
	for i, p := range s {
		from, end := max(p.from-1, 0), min(p.to+beyond, p.Size)
		near, far := j.store.Read(ctx, p.Name, from, end-from), j.store.Read(ctx, p.Name, end, p.Size-end)
		defer near.Close()
		defer far.Close()
		r := io.Reader(near)
		if !p.whole && err == nil {
			r, err = stretch(io.MultiReader(near, far), j.plan.Format.separator(), p.from, p.to)
		}
		hashes[i] = crc32.New(castagnoli)
		sources[i] = engine.Source{Name: p.Name.String(), Reader: io.TeeReader(r, hashes[i]),
			Unpack: p.from == 0 && !j.plan.Format.Raw}
	}
	if err == nil {
		err = use(opt, sources)
	}
	if e := each(ctx, len(s), func(i int) error { return j.check(ctx, s[i]) }); e != nil { // it explains err
		return 0, e
	}
	for _, h := range hashes {
		sum = crc(sum, h.Sum(nil))
	}
	return sum, err
}

// stretch returns what reads the records that begin in the bytes from, …, to−1 of an object. A
// record begins where a separator ends: so r begins with the byte before these, if there is one,
// and goes on to the end of the object.
func stretch(r io.Reader, sep byte, from, to int64) (io.Reader, error) {
	b := bufio.NewReaderSize(r, beyond)
	if from > 0 {
		n, err := io.Copy(io.Discard, &through{b, sep, false})
		from += n - 1
		if err != nil || from >= to {
			return bytes.NewReader(nil), err
		}
	}
	return io.MultiReader(io.LimitReader(b, to-1-from), &through{b, sep, from == to}), nil
}

// A through reads up to a separator, and through that.
type through struct {
	r    *bufio.Reader
	sep  byte
	done bool
}

func (t *through) Read(p []byte) (int, error) {
	if _, err := t.r.Peek(1); err != nil || t.done {
		return 0, cmp.Or(err, io.EOF)
	}
	b, _ := t.r.Peek(min(t.r.Buffered(), len(p)))
	if i := bytes.IndexByte(b, t.sep); i >= 0 {
		b, t.done = b[:i+1], true
	}
	n := copy(p, b)
	_, err := t.r.Discard(n)
	return n, err
}

// check returns an error if an input is not what it was when the job was planned. What was
// read before it is what was planned.
func (j *Job) check(ctx context.Context, p piece) error {
	info, err := j.store.Stat(ctx, p.Name)
	if err != nil {
		return err
	}
	if info != (store.Info{Size: p.Size, Tag: p.Tag}) {
		return &Error{Fault: Changed, Work: j.plan.Work, Name: p.Name}
	}
	return nil
}
