package packing

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const (
	// MemberSize is the number of bytes in a gzip member or zstd frame of a [Writer],
	// except the last. A larger size would make text at most 2 % smaller.
	MemberSize = 1 << 20
	// MemberMemory is about the number of bytes of memory that a member takes while it
	// is filled and compressed: its bytes, before and after. The tables of the encoders
	// add some MiB for each processor, however many writers there are.
	MemberMemory = 2 << 20
)

// A Writer compresses what is written to it. Its output depends only on the bytes and on
// the version of this module: it cuts them into independent members of [MemberSize],
// without a name or a time. Goroutines compress the members in parallel. Behind the frames of zstd
// stands a table of their sizes, so that readers can seek.
//
// A Writer is not safe for concurrent use.
type Writer struct {
	out     func(b []byte) (int, error)
	kind    Kind
	size    int       // of a member, in bytes before it is compressed
	most    int       // members
	current *member   // the one that is filled
	queue   []*member // those before it, which are compressed
	begun   bool      // there was a member in the queue
	sizes   []byte    // of the frames of zstd: four bytes for each, compressed and not
	err     error     // the first one of out
}

// A member is a part of the output that can be decompressed by itself.
type member struct {
	plain  []byte
	packed []byte // to be written out
	busy   sync.WaitGroup
}

// NewWriter returns a Writer that writes to out, which must follow the rules of
// [io.Writer]. Up to the given number of members are in memory at a time, of
// [MemberMemory] each: one is filled while the others are compressed.
func NewWriter(k Kind, out func(b []byte) (int, error), members int) *Writer {
	return &Writer{out: out, kind: k, size: MemberSize, most: members, current: new(member)}
}

// An encoder appends to dst the member that src becomes.
type encoder func(dst, src []byte) []byte

// Encoders are large, so all writers share them, and there are no more at work than
// processors.
var (
	encoders = map[Kind]*sync.Pool{
		Gzip: {New: func() any { return newEncoder(Gzip) }},
		Zstd: {New: func() any { return newEncoder(Zstd) }},
	}
	encoding = make(chan struct{}, runtime.GOMAXPROCS(0))
)

func newEncoder(k Kind) encoder {
	if k == Gzip {
		w := gzip.NewWriter(nil)
		return func(dst, src []byte) []byte {
			buf := bytes.NewBuffer(dst)
			w.Reset(buf)
			w.ModTime = time.Unix(0, 0) // which means none: it is written as 0
			w.Write(src)                // a Buffer does not fail
			w.Close()
			return buf.Bytes()
		}
	}
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(MemberSize),
		zstd.WithZeroFrames(true), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic("packing: " + err.Error()) // one of these options is wrong
	}
	return func(dst, src []byte) []byte { return w.EncodeAll(src, dst) }
}

// Write compresses b. If out fails, this call or a later one returns its error, and so do
// all calls after that.
func (w *Writer) Write(b []byte) (n int, err error) {
	for len(b) > 0 && w.err == nil {
		m := w.current
		take := min(len(b), w.size-len(m.plain))
		m.plain = append(m.plain, b[:take]...)
		n, b = n+take, b[take:]
		if len(m.plain) == w.size {
			w.start()
		}
	}
	return n, w.err
}

// start starts to compress the current member, and makes another one the current one.
func (w *Writer) start() {
	m := w.current
	w.queue, w.begun = append(w.queue, m), true
	m.busy.Go(func() {
		encoding <- struct{}{}
		defer func() { <-encoding }()
		p := encoders[w.kind].Get().(encoder)
		defer encoders[w.kind].Put(p)
		m.packed = p(m.packed[:0], m.plain)
	})
	if len(w.queue) < w.most {
		w.current = &member{plain: make([]byte, 0, w.size)}
	} else {
		w.current = w.write()
	}
}

// write writes out the oldest member when it is compressed, unless out has failed, and
// returns it empty.
func (w *Writer) write() *member {
	m := w.queue[0]
	w.queue = w.queue[1:]
	m.busy.Wait()
	if len(m.packed) > 0 && w.err == nil {
		_, w.err = w.out(m.packed)
	}
	if w.kind == Zstd {
		w.sizes = binary.LittleEndian.AppendUint32(w.sizes, uint32(len(m.packed)))
		w.sizes = binary.LittleEndian.AppendUint32(w.sizes, uint32(len(m.plain)))
	}
	m.plain, m.packed = m.plain[:0], m.packed[:0]
	return m
}

// Finish writes the rest, and ends the Writer. If nothing has been written, it writes one
// empty member, because an empty file is not a compressed file. It returns the first error
// of out. No goroutine is left.
func (w *Writer) Finish() error {
	if len(w.current.plain) > 0 || !w.begun {
		w.start()
	}
	for len(w.queue) > 0 {
		w.write()
	}
	if w.kind == Zstd && w.err == nil && len(w.sizes) <= mostFrames*frameEntry {
		_, w.err = w.out(w.seekTable())
	}
	return w.err
}

// The table is that of the Zstandard Seekable Format, version 0.1.0, in contrib/seekable_format of
// zstd: a frame that other readers skip.
const (
	skippable  = 0x184D2A5E
	seekable   = 0x8F92EAB1
	frameEntry = 8
	mostFrames = 1 << 27
)

func (w *Writer) seekTable() []byte {
	const footer = 9
	t := binary.LittleEndian.AppendUint32(nil, skippable)
	t = binary.LittleEndian.AppendUint32(t, uint32(len(w.sizes)+footer))
	t = append(t, w.sizes...)
	t = binary.LittleEndian.AppendUint32(t, uint32(len(w.sizes)/frameEntry))
	t = append(t, 0) // no checksums: the frames have them
	return binary.LittleEndian.AppendUint32(t, seekable)
}

// Wait waits for the goroutines. It is for callers that give up without Finish.
func (w *Writer) Wait() {
	for _, m := range w.queue {
		m.busy.Wait()
	}
}
