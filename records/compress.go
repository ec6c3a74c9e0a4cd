package records

import (
	"bytes"
	"runtime"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// memberSize is how many bytes a gzip member or zstd frame of an output holds. A
// larger one makes text smaller by 2 % at most.
const memberSize = 1 << 20

// memberMemory is about what a member takes while it is filled and compressed:
// its bytes, before and after, and the tables of the encoder.
const memberMemory = 8 << 20

// A compressor cuts what is written to it into members and compresses them side
// by side. Where it cuts depends on the bytes alone, and so does what comes out:
// each member begins anew, without a name or a time.
//
// The members stand in a ring. One is filled; those before it are compressed, each
// in a goroutine that ends with that; and the oldest is written to out when it is
// its turn to be filled.
type compressor struct {
	out     func(b []byte) (int, error)
	packing packing
	size    int       // of a member, in bytes before it is compressed
	members []*member // the ring, which grows up to most
	most    int
	current int // the one that is filled
}

// A member is a part of the output that can be decompressed by itself.
type member struct {
	pack   func(dst, src []byte) []byte
	plain  []byte
	packed []byte // to be written out
	busy   sync.WaitGroup
}

// fewMembers is how many members there may be however small the memory is.
const fewMembers = 3

// membersOf returns how many members there may be at a time: one for each worker
// and one that is filled, in an eighth of the memory.
func membersOf(opt Options) int {
	memory, workers := opt.Memory, opt.Workers
	if memory == 0 {
		memory = DefaultMemory()
	}
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return int(min(int64(workers)+1, max(memory/8/memberMemory, fewMembers)))
}

// CompressionMemory returns how many bytes of opt.Memory the outputs of these
// names take that are written at the same time, each made by CreateCompressed with
// its share of opt.Memory. To stay within the memory, allow so much less to the
// [Collection] that is written to them.
func CompressionMemory(opt Options, names ...string) int64 {
	if opt.Memory == 0 {
		opt.Memory = DefaultMemory()
	}
	each, members := opt, 0
	each.Memory /= int64(max(len(names), 1))
	for _, name := range names {
		if packingOf(name) != unpacked {
			members += membersOf(each)
		}
	}
	return min(int64(max(members-fewMembers, 0))*memberMemory, opt.Memory/2)
}

func newCompressor(f packing, out func(b []byte) (int, error), opt Options) *compressor {
	return &compressor{out: out, packing: f, size: memberSize, most: membersOf(opt), members: []*member{{pack: newPack(f)}}}
}

// newPack returns a function that appends to dst the member that src becomes.
func newPack(f packing) func(dst, src []byte) []byte {
	if f == gzipped {
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
	w, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(memberSize), zstd.WithZeroFrames(true),
		zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic("records: " + err.Error()) // one of these options is wrong
	}
	return func(dst, src []byte) []byte { return w.EncodeAll(src, dst) }
}

func (c *compressor) Write(b []byte) (n int, err error) {
	for len(b) > 0 {
		m := c.members[c.current]
		take := min(len(b), c.size-len(m.plain))
		m.plain = append(m.plain, b[:take]...)
		n, b = n+take, b[take:]
		if len(m.plain) == c.size {
			m.start()
			if err := c.next(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

func (m *member) start() {
	m.busy.Go(func() {
		m.packed = m.pack(m.packed[:0], m.plain)
		m.plain = m.plain[:0]
	})
}

// next makes the next member of the ring the current one.
func (c *compressor) next() error {
	if c.current++; c.current < c.most && c.current == len(c.members) {
		c.members = append(c.members, &member{pack: newPack(c.packing), plain: make([]byte, 0, c.size)})
	}
	c.current %= c.most
	return c.write(c.members[c.current])
}

// write writes out a member when it is compressed.
func (c *compressor) write(m *member) error {
	m.busy.Wait()
	if len(m.packed) == 0 {
		return nil
	}
	_, err := c.out(m.packed)
	m.packed = m.packed[:0]
	return err
}

// finish writes out what is left. Where nothing has been written, it makes one
// member that holds nothing, as no file is an empty one.
func (c *compressor) finish() error {
	first := c.current
	if m := c.members[first]; len(m.plain) > 0 || len(c.members) == 1 {
		m.start()
		first = (first + 1) % len(c.members)
	}
	for i := range c.members {
		if err := c.write(c.members[(first+i)%len(c.members)]); err != nil {
			return err
		}
	}
	return nil
}

// wait waits for the goroutines.
func (c *compressor) wait() {
	for _, m := range c.members {
		m.busy.Wait()
	}
}
