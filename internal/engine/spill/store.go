package spill

import (
	"bufio"
	"context"
	"sync"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
)

// A Store keeps pieces of scattered records, in memory or in a temporary file.
//
// Pieces come in input order. When the memory is full, what is in it goes to the
// file as one run, bucket by bucket, in one sequential write, and its memory to the
// next run. Long records go to the file by themselves, as they come. After
// [Store.Finish] the buckets can be read.
type Store struct {
	Arena *Arena

	file  *File
	fail  func(error)
	ctx   context.Context
	top   int   // the last bucket that is wanted
	bytes int64 // of all pieces

	run      *run
	spilled  []spilledRun
	long     map[int][]*longRecord // of each bucket, in input order
	end      int64                 // of the file
	spilling sync.WaitGroup
	buffers  sync.Pool // of those that write
}

// A run is pieces that are in memory, in input order.
type run struct {
	slabs  []Slab
	rest   []byte // of the last slab
	pieces []*Piece
	long   []*longRecord  // that came among the pieces
	placed sync.WaitGroup // the pieces that are being filled
}

// A Piece is the records of a chunk, bucket by bucket.
type Piece struct {
	Data  []byte
	Start []int // bucket b is Data[Start[b]:Start[b+1]]; those beyond Start are empty
	run   *run
}

// Done marks the piece as filled.
func (p *Piece) Done() { p.run.placed.Done() }

func (p *Piece) start(b int) int { return p.Start[min(b, len(p.Start)-1)] }

func (p *Piece) bucket(b int) []byte { return p.Data[p.start(b):p.start(b+1)] }

// A longRecord is a record with a place of its own in the file. In its bucket it keeps its
// input order: in a run, after some of the pieces.
type longRecord struct {
	at, size int64
	bucket   int
	run      int   // its number
	pieces   int   // of the run, before the record
	offset   int64 // the same, when the run is in the file: bytes of the bucket in the run
}

// A spilledRun is a run in the file: bucket b is at start[b] up to start[b+1].
type spilledRun struct{ start []int64 }

// NewStore returns an empty store for that many bytes, in slabs of the given size, with a
// temporary file in dir. The first error of writing ends ctx by fail.
func NewStore(ctx context.Context, fail func(error), fsys vfs.FS, dir string, memory int64, slabSize int) *Store {
	return &Store{
		Arena: NewArena(slabSize, memory), file: NewFile(fsys, dir), ctx: ctx, fail: fail,
		run: new(run), top: order.Buckets - 1, long: make(map[int][]*longRecord),
	}
}

// Add makes room for a piece whose buckets begin at start. Buckets beyond are not wanted,
// now or later. The caller fills its Data and calls Done, even after an error. Add must be
// called by one goroutine at a time, in input order.
func (s *Store) Add(start []int) (*Piece, error) {
	s.top = len(start) - 2
	size := start[len(start)-1]
	for len(s.run.rest) < size {
		share := s.Arena.limit
		if len(s.spilled) > 0 { // one half is filled while the other is written
			share /= 2
		}
		if len(s.run.pieces) > 0 && s.run.size()+int64(max(size, s.Arena.slabSize)) > share {
			s.spill()
			continue
		}
		// It exceeds the memory if the run is empty and the piece is larger.
		slab, err := s.Arena.get(s.ctx, size)
		if err != nil {
			return nil, err
		}
		s.run.slabs, s.run.rest = append(s.run.slabs, slab), slab
	}
	p := &Piece{Data: s.run.rest[:size:size], Start: start, run: s.run}
	s.run.rest = s.run.rest[size:]
	s.run.pieces = append(s.run.pieces, p)
	s.run.placed.Add(1)
	s.bytes += int64(size)
	return p, nil
}

// A Long is a long record, or a run, on its way to the file.
type Long struct {
	store    *Store
	at, size int64
}

// Long begins a long record. It must be written, and ended by Keep, in the same
// turn, before anything else is added; otherwise the next one takes its space.
func (s *Store) Long() *Long { return &Long{store: s, at: s.end} }

// Write writes the next bytes of the record to the file.
func (l *Long) Write(b []byte) (int, error) {
	s := l.store
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	if err := s.file.Write(b, l.at+l.size); err != nil {
		return 0, err
	}
	l.size += int64(len(b))
	return len(b), nil
}

// Keep puts the record into bucket b, after everything added so far. Buckets beyond top are
// not wanted, now or later.
func (l *Long) Keep(b, top int) {
	s := l.store
	s.top = top
	s.bytes += l.size
	s.end = l.at + l.size
	r := &longRecord{at: l.at, size: l.size, bucket: b, run: len(s.spilled), pieces: len(s.run.pieces)}
	s.long[b] = append(s.long[b], r)
	s.run.long = append(s.run.long, r)
}

func (r *run) size() (n int64) {
	for _, slab := range r.slabs {
		n += int64(len(slab))
	}
	return n
}

// spill starts writing the run to the file and begins a new one.
func (s *Store) spill() {
	r, top := s.run, s.top
	s.run = new(run)
	start := make([]int64, order.Buckets+1)
	start[0] = s.end
	for b := range order.Buckets {
		start[b+1] = start[b]
		if b <= top {
			for _, p := range r.pieces {
				start[b+1] += int64(p.start(b+1) - p.start(b))
			}
		}
	}
	for _, l := range r.long {
		for _, p := range r.pieces[:l.pieces] {
			l.offset += int64(len(p.bucket(l.bucket)))
		}
	}
	at := s.end
	s.end = start[order.Buckets]
	s.spilled = append(s.spilled, spilledRun{start})
	s.Arena.lend(len(r.slabs))
	s.spilling.Go(func() {
		r.placed.Wait()
		if err := s.write(r, at, top); err != nil {
			s.fail(err)
		}
		for _, slab := range r.slabs {
			s.Arena.put(slab, true)
		}
	})
}

// write writes the buckets of a run up to top to the file.
func (s *Store) write(r *run, at int64, top int) error {
	buf, _ := s.buffers.Get().(*bufio.Writer)
	if buf == nil {
		buf = bufio.NewWriterSize(nil, 1<<20)
	}
	defer s.buffers.Put(buf)
	buf.Reset(&Long{store: s, at: at})
	for b := range top + 1 {
		for _, p := range r.pieces {
			if _, err := buf.Write(p.bucket(b)); err != nil {
				return err
			}
		}
	}
	return buf.Flush()
}

// Finish ends the adding. All pieces must be filled. If any run is in the file, the last
// one goes there, too, and the memory is free.
func (s *Store) Finish() error {
	if len(s.spilled) > 0 && len(s.run.pieces) > 0 {
		s.spill()
	}
	s.spilling.Wait()
	return context.Cause(s.ctx)
}

// Close releases the memory and the file, which must not be in use.
func (s *Store) Close() error {
	s.spilling.Wait()
	for _, slab := range s.run.slabs {
		s.Arena.put(slab, false)
	}
	s.run = new(run)
	s.Arena.Reset(0, 0)
	return s.file.Close()
}

// Bytes returns the size of all pieces.
func (s *Store) Bytes() int64 { return s.bytes }

// Spilled returns the number of bytes that went to the file.
func (s *Store) Spilled() int64 { return s.end }

// Runs returns the number of runs in the file. If there are none, everything but the long
// records is in memory.
func (s *Store) Runs() int { return len(s.spilled) }

// HasLong reports whether bucket b has long records. Such a bucket cannot be loaded, only
// read as a [Bucket].
func (s *Store) HasLong(b int) bool { return len(s.long[b]) > 0 }

// Buckets returns the number of buckets wanted. The buckets after them are incomplete.
func (s *Store) Buckets() int { return s.top + 1 }

// Size returns the size of bucket b.
func (s *Store) Size(b int) (n int64) {
	for _, r := range s.spilled {
		n += r.start[b+1] - r.start[b]
	}
	for _, p := range s.run.pieces {
		n += int64(p.start(b+1) - p.start(b))
	}
	for _, l := range s.long[b] {
		n += l.size
	}
	return n
}
