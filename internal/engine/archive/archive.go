// Package archive reads archives whose entries are records: it checks them, and passes them
// on as frames, which say how long they are. What is around the records stays out.
package archive

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// MostBytes is more than anything has: sums of a few such sizes fit into an int64.
const MostBytes = 1 << 60

// A Kind is a kind of archive. It is safe for concurrent use.
type Kind struct {
	// Read returns a reader of the frames of r, which does not contradict what is known of the archives before.
	Read func(r io.Reader, known *Known) io.Reader
	// End is what stands behind the last record.
	End []byte
}

// A Writer writes what is in frames, without these. It changes what it is given to write.
type Writer struct {
	To   io.Writer
	head []byte
	left int64 // bytes of the frame
}

func (w *Writer) Write(b []byte) (int, error) {
	bare := b[:0]
	for rest := b; len(rest) > 0; {
		if w.left == 0 {
			n := min(record.FrameHead-len(w.head), len(rest))
			w.head, rest = append(w.head, rest[:n]...), rest[n:]
			if len(w.head) == record.FrameHead {
				w.left, _ = record.Frame(w.head)
				w.head = w.head[:0]
			}
			continue
		}
		n := min(w.left, int64(len(rest)))
		bare, rest, w.left = append(bare, rest[:n]...), rest[n:], w.left-n
	}
	if n, err := w.To.Write(bare); err != nil || n < len(bare) {
		return n, err
	}
	return len(b), nil
}

// Known is what is known of all archives that have been read. It is not safe for concurrent use.
type Known struct {
	seen map[[16]byte]struct{} // hashes of the names of samples
	most int

	Left     int64  // members that are of no sample
	LeftName string // of the first one
}

// NewKnown returns what is known of no archives, with room for so many names.
func NewKnown(most int) *Known { return &Known{seen: map[[16]byte]struct{}{}, most: most} }

// add adds a name, and reports whether it has been there. It is an error if there is no room for it.
func (k *Known) add(name string) (was bool, err error) {
	sum := sha256.Sum256([]byte(name))
	hash := [16]byte(sum[:])
	if _, was = k.seen[hash]; !was && len(k.seen) == k.most {
		return false, &failure.TooManyError{What: "samples", Most: k.most}
	}
	k.seen[hash] = struct{}{}
	return was, nil
}

// leave notes a member that is left out.
func (k *Known) leave(name string) {
	if k.Left++; k.Left == 1 {
		k.LeftName = name
	}
}

// A reader passes on what next finds: a head that is in memory, and the bytes behind it. Each
// kind has its own next.
type reader struct {
	in   *bufio.Reader
	next func() error // io.EOF where the archive ends
	pass func([]byte) // is shown the bytes behind heads, or nil

	at   int64         // bytes that were read
	what func() string // is being passed on
	buf  [32]byte
	head []byte
	left int64
	err  error
}

func (r *reader) Read(p []byte) (n int, err error) {
	for len(r.head) == 0 && r.left == 0 && r.err == nil {
		if r.err = r.next(); r.err != nil {
			r.head, r.left = nil, 0
		}
	}
	switch {
	case len(p) == 0:
	case len(r.head) > 0:
		n = copy(p, r.head)
		r.head = r.head[n:]
	case r.left > 0:
		n, err = r.in.Read(p[:min(int64(len(p)), r.left)])
		r.left -= int64(n)
		r.at += int64(n)
		if r.pass != nil {
			r.pass(p[:n])
		}
		if err == io.EOF {
			err = r.cut()
		}
	default:
		err = r.err
	}
	return n, err
}

// full reads n bytes into the head, in front of which there is room for that of a frame. It returns io.EOF if nothing
// is left.
func (r *reader) full(n int) error {
	r.head = r.buf[record.FrameHead:][:n]
	n, err := io.ReadFull(r.in, r.head)
	r.at += int64(n)
	if err == io.ErrUnexpectedEOF {
		err = r.cut()
	}
	return err
}

func (r *reader) cut() error { return fmt.Errorf("it is cut off at byte %d, in %s", r.at, r.what()) }
