package records

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sync"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/order"
)

// A run is scattered chunks that are in memory, in input order. When the memory
// is full it goes to the spill file as one sequential write, and its memory to
// the next run.
type run struct {
	slabs  []slab
	rest   []byte // of the last slab
	pieces []*piece
	placed sync.WaitGroup // the pieces that are being filled
}

// A piece is the records of (a part of) a chunk, bucket by bucket.
type piece struct {
	data  []byte
	start []int // bucket b is data[start[b]:start[b+1]]; buckets beyond are empty
}

func (p *piece) bucket(b int) []byte {
	if b+1 >= len(p.start) {
		return nil
	}
	return p.data[p.start[b]:p.start[b+1]]
}

// A spilledRun is a run in the spill file.
type spilledRun struct {
	start []int64 // bucket b is at start[b] up to start[b+1]
}

// A store keeps the pieces, in memory or in the spill file.
type store struct {
	fsys    vfs.FS
	dir     string
	arena   arena
	memory  int64 // for the slabs
	half    bool  // the input is larger: fill one half while the other is spilled
	counted bool  // count the records of each bucket
	limited bool  // only buckets up to top are wanted
	ctx     context.Context
	fail    func(error)

	mu       sync.Mutex
	changed  sync.Cond // turn, or what the arena holds, or ctx
	turn     int64     // the chunk whose pieces may be added
	run      *run
	spilled  []*spilledRun
	end      int64 // of the spill file
	file     vfs.File
	spilling sync.WaitGroup
	pending  int // runs that are being spilled
	top      int
	records  int64
	bytes    int64 // of what is kept
	count    [order.Buckets]int64
	kept     int64 // records in the buckets up to top
	limit    int64 // records wanted, if limited
}

func newStore(ctx context.Context, fail func(error), fsys vfs.FS, dir string, memory int64, slabSize int) *store {
	s := &store{fsys: fsys, dir: dir, memory: memory, ctx: ctx, fail: fail, run: new(run), top: order.Buckets - 1}
	s.arena.slabSize = slabSize
	s.changed.L = &s.mu
	return s
}

// wake lets those that wait see that the context is done.
func (s *store) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}

// awaitTurn waits until all pieces of the chunks before number are added.
func (s *store) awaitTurn(number int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.turn != number && s.ctx.Err() == nil {
		s.changed.Wait()
	}
	return s.ctx.Err()
}

// endTurn lets the next chunk's pieces in.
func (s *store) endTurn() {
	s.mu.Lock()
	s.turn++
	s.mu.Unlock()
	s.changed.Broadcast()
}

// tally counts the records of a piece, by bucket, and drops the buckets that are
// now known to be beyond the limit: those after the first limit records of the
// order. It returns the last bucket wanted.
func (s *store) tally(records int, counts *[order.Buckets]uint32) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records += int64(records)
	if !s.counted {
		return s.top
	}
	for b := range s.top + 1 {
		s.count[b] += int64(counts[b])
		s.kept += int64(counts[b])
	}
	for s.limited && s.top > 0 && s.kept-s.count[s.top] >= s.limit {
		s.kept -= s.count[s.top]
		s.top--
	}
	return s.top
}

// add makes room for a piece whose buckets begin at start, and returns it with
// the run that it belongs to. The caller fills it and calls run.placed.Done. It
// must be the caller's turn.
func (s *store) add(start []int) (*run, *piece, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := start[len(start)-1]
	limit := s.memory
	for len(s.run.rest) < size {
		if err := s.ctx.Err(); err != nil {
			return nil, nil, err
		}
		share := s.memory
		if s.half {
			share /= 2
		}
		if len(s.run.pieces) > 0 && s.run.size()+int64(max(size, s.arena.slabSize)) > share {
			s.spill()
			continue
		}
		b, err := s.arena.get(size, limit)
		switch {
		case err != nil:
			return nil, nil, err
		case b != nil:
			s.run.slabs, s.run.rest = append(s.run.slabs, b), b
		case s.pending > 0: // memory comes back when that is done
			s.changed.Wait()
		case len(s.run.pieces) > 0:
			s.spill()
		default: // a record that is larger than the memory allowed
			s.arena.trim()
			limit = math.MaxInt64
		}
	}
	p := &piece{data: s.run.rest[:size:size], start: start}
	s.run.rest = s.run.rest[size:]
	s.run.pieces = append(s.run.pieces, p)
	s.run.placed.Add(1)
	s.bytes += int64(size)
	return s.run, p, nil
}

func (r *run) size() (n int64) {
	for _, s := range r.slabs {
		n += int64(len(s))
	}
	return n
}

// spill begins to write the run to the spill file and makes a new one. The lock
// is held.
func (s *store) spill() {
	r := s.run
	s.run = new(run)
	s.half = true
	sp := &spilledRun{start: make([]int64, order.Buckets+1)}
	for b := range order.Buckets {
		n := 0
		if b <= s.top {
			for _, p := range r.pieces {
				n += p.startOf(b+1) - p.startOf(b)
			}
		}
		if b == 0 {
			sp.start[0] = s.end
		}
		sp.start[b+1] = sp.start[b] + int64(n)
	}
	s.end = sp.start[order.Buckets]
	s.spilled = append(s.spilled, sp)
	top := s.top
	s.pending++
	s.spilling.Add(1)
	go func() {
		defer s.spilling.Done()
		r.placed.Wait()
		err := s.write(r, sp, top)
		if err != nil {
			s.fail(err)
		}
		for _, b := range r.slabs {
			s.arena.put(b)
		}
		s.mu.Lock()
		s.pending--
		s.mu.Unlock()
		s.changed.Broadcast()
	}()
}

func (p *piece) startOf(b int) int { return p.start[min(b, len(p.start)-1)] }

// write writes a run to its place in the spill file.
func (s *store) write(r *run, sp *spilledRun, top int) error {
	file, err := s.spillFile()
	if err != nil {
		return spillError(s.dir, err)
	}
	const size = 1 << 20
	buf := make([]byte, 0, size+size/4)
	at := sp.start[0]
	flush := func(b []byte) error {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if _, err := file.WriteAt(b, at); err != nil {
			return spillError(s.dir, err)
		}
		at += int64(len(b))
		return nil
	}
	for b := range top + 1 {
		for _, p := range r.pieces {
			seg := p.bucket(b)
			if len(seg) > cap(buf)-len(buf) {
				if err := flush(buf); err != nil {
					return err
				}
				buf = buf[:0]
			}
			if len(seg) > cap(buf) {
				if err := flush(seg); err != nil {
					return err
				}
				continue
			}
			buf = append(buf, seg...)
		}
	}
	return flush(buf)
}

func (s *store) spillFile() (vfs.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		file, err := s.fsys.Scratch(s.dir)
		if err != nil {
			return nil, err
		}
		s.file = file
	}
	return s.file, nil
}

// spillError says what to do about an error of writing the spill file.
func spillError(dir string, err error) error {
	where := "with more room"
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		where = "that can be written to"
	}
	return &Error{
		Err:  fmt.Errorf("writing a temporary file in %s: %w", dir, cause(err)),
		Hint: "use --tmp DIR for a directory " + where + ", or more --memory",
	}
}

// finish waits for the spilling. If any run was spilled the last one is, too,
// and the memory is free.
func (s *store) finish() error {
	s.mu.Lock()
	if len(s.spilled) > 0 && len(s.run.pieces) > 0 && s.ctx.Err() == nil {
		s.spill()
	}
	s.mu.Unlock()
	s.spilling.Wait()
	return context.Cause(s.ctx)
}

// close gives back the memory and the spill file. Nothing may be in use.
func (s *store) close() error {
	s.spilling.Wait()
	for _, b := range s.run.slabs {
		s.arena.put(b)
	}
	s.run = new(run)
	s.arena.trim()
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	if err != nil {
		return fmt.Errorf("closing a temporary file in %s: %w", s.dir, cause(err))
	}
	return nil
}

// An Error is an error together with what the user of the command can do about
// it.
type Error struct {
	Err  error
	Hint string
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// Hint returns the hint of an error that has one.
func Hint(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Hint
	}
	return ""
}
