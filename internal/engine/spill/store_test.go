package spill

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// randomPiece returns where the buckets up to top begin in a piece of about size
// bytes, and its bytes.
func randomPiece(rng *rand.Rand, top, size int) (start []int, data []byte) {
	start = make([]int, top+2)
	full := 1 + rng.IntN(top+1) // buckets that have anything
	for b := range top + 1 {
		start[b+1] = start[b]
		if rng.IntN(top+1) < full {
			start[b+1] += rng.IntN(2*size/full + 1)
		}
	}
	data = make([]byte, start[top+1])
	rand.NewChaCha8([32]byte{byte(rng.Uint32())}).Read(data)
	return start, data
}

// A Store gives back what the slow, obvious store has, which keeps each bucket in
// memory, whatever room there is.
func TestStore(t *testing.T) {
	t.Parallel()
	seeds := uint64(40)
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 0))
		fsys := &faultfs.FS{FS: vfs.OS{}, At: -1}
		memory := []int64{1, 100, 5000, 100_000, 1 << 30}[rng.IntN(5)]
		slab := []int{1, 64, 4096, 70_000}[rng.IntN(4)]
		ctx, cancel := context.WithCancelCause(t.Context())
		s := NewStore(ctx, cancel, fsys, t.TempDir(), memory, slab)

		var want [order.Buckets][]byte
		var long [order.Buckets][][2]int // where long records begin and end
		longBytes, withLong := 0, rng.IntN(2) == 0
		var filling sync.WaitGroup
		total, wanted, most := 0, 0, slab
		top := order.Buckets - 1
		for range rng.IntN(30) {
			if rng.IntN(4) == 0 {
				top = rng.IntN(top + 1)
			}
			size := []int{0, 1, 300, 20_000}[rng.IntN(4)]
			if seed == 0 && rng.IntN(4) == 0 {
				size = 3 << 20 // so that segments are larger than the buffers of those that write
			}
			start, data := randomPiece(rng, top, size)
			p, err := s.Add(start)
			if err != nil || len(p.Data) != len(data) {
				t.Fatalf("seed %d: %v", seed, err)
			}
			most = max(most, len(data))
			if held := s.Arena.Held(); held > max(memory, int64(most)) {
				t.Errorf("seed %d: %d bytes of memory instead of %d, or %d", seed, held, memory, most)
			}
			filling.Go(func() {
				copy(p.Data, data)
				p.Done()
			})
			total += len(data)
			for b := range top + 1 {
				want[b] = append(want[b], data[start[b]:start[b+1]]...)
			}
			for range rng.IntN(4) {
				if !withLong {
					break
				}
				l, b := s.Long(), rng.IntN(min(top+1, 20))
				_, data := randomPiece(rng, 0, []int{1, 300, 20_000, 2 << 20}[rng.IntN(4)])
				data = append(data, 'x')
				for part := range slices.Chunk(data, 1+len(data)/3) {
					if n, err := l.Write(part); err != nil || n != len(part) {
						t.Fatalf("seed %d: %v", seed, err)
					}
				}
				l.Keep(b, top)
				longBytes += len(data)
				long[b] = append(long[b], [2]int{len(want[b]), len(want[b]) + len(data)})
				want[b] = append(want[b], data...)
			}
		}
		filling.Wait()
		if err := s.Finish(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for b := range top + 1 {
			wanted += len(want[b])
			if n := s.Size(b); n != int64(len(want[b])) {
				t.Fatalf("seed %d: bucket %d has %d bytes instead of %d", seed, b, n, len(want[b]))
			}
		}
		spilled := s.Spilled()
		if s.Bytes() != int64(total+longBytes) || s.Buckets() != top+1 ||
			s.Runs() == 0 && total > 0 && s.Arena.Held() > max(memory, int64(most)) ||
			s.Runs() > 0 && (spilled < int64(wanted) || spilled > s.Bytes()) ||
			s.Runs() == 0 && spilled != int64(longBytes) || memory == 1<<30 && s.Runs() > 0 {
			t.Errorf("seed %d: %d bytes in %d buckets, %d of them in the file", seed, s.Bytes(), s.Buckets(), spilled)
		}

		if spilled > 0 {
			if info, err := s.file.file.Stat(); err != nil || info.Size() < spilled ||
				!withLong && info.Size() != spilled {
				t.Errorf("seed %d: %v, or the file has %d bytes instead of %d", seed, err, info.Size(), spilled)
			}
			size := 1 + rng.IntN(20_000)
			s.Arena.Reset(size, 3*int64(size))
		}
		for range 20 {
			b := rng.IntN(min(top+1, []int{20, order.Buckets}[rng.IntN(2)]))
			if s.HasLong(b) != (len(long[b]) > 0) {
				t.Errorf("seed %d: bucket %d has long records is %v", seed, b, s.HasLong(b))
			}
			checkBucket(t, rng, s.Bucket(ctx, b), want[b], long[b])
		}
		for _, last := range []bool{false, true} {
			for lo := 0; lo <= top; {
				hi := min(lo+1+rng.IntN(top+1), top+1)
				g, err := s.Load(ctx, lo, hi, last)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				for b := lo; b < hi; b++ {
					if len(long[b]) > 0 {
						continue // it is read as a Bucket
					}
					if got := bytes.Join(g.Segments(nil, b), nil); !bytes.Equal(got, want[b]) {
						t.Fatalf("seed %d: bucket %d has other bytes", seed, b)
					}
				}
				g.Release()
				g.Release()
				lo = hi
			}
		}
		if err := s.Close(); err != nil || s.Arena.Held() != 0 || len(fsys.Left()) > 0 {
			t.Errorf("seed %d: %v; %d bytes and %q are left", seed, err, s.Arena.Held(), fsys.Left())
		}
		cancel(nil)
	}
}

// checkBucket reads a bucket at places here and there, and from front to end.
// Windows go up to the borders of long records.
func checkBucket(t *testing.T, rng *rand.Rand, r *Bucket, want []byte, long [][2]int) {
	t.Helper()
	var borders []int // those nearest to the end first
	for _, l := range slices.Backward(long) {
		borders = append(borders, l[1], l[0])
		if n := r.Long(int64(l[0])); n != int64(l[1]-l[0]) || l[0] > 0 && l[1]-l[0] > 1 && r.Long(int64(l[0]+1)) != 0 {
			t.Fatalf("a long record of %d bytes instead of %d", n, l[1]-l[0])
		}
	}
	if r.Size != int64(len(want)) {
		t.Fatalf("a reader of %d bytes instead of %d", r.Size, len(want))
	}
	for range 10 {
		at := rng.IntN(len(want) + 1)
		got := make([]byte, rng.IntN(len(want)-at+1))
		if err := r.ReadAt(got, int64(at)); err != nil || !bytes.Equal(got, want[at:at+len(got)]) {
			t.Fatalf("%v, or other bytes at %d of %d", err, at, len(want))
		}
		at = rng.IntN(len(want) + 1)
		end, wantWhole := min(at+WindowSize, len(want)), at+WindowSize >= len(want)
		for _, border := range borders {
			if border > at && border <= end {
				end, wantWhole = border, true
			}
		}
		if got, whole, err := r.Window(int64(at)); err != nil || !bytes.Equal(got, want[at:end]) || whole != wantWhole {
			t.Fatalf("%v, or %d other bytes instead of %d at %d of %d, whole %v", err, len(got), end-at, at, len(want),
				whole)
		}
	}
	var got []byte
	for len(got) < len(want) {
		part := make([]byte, min(1+rng.IntN(len(want)), len(want)-len(got)))
		if err := r.ReadAt(part, int64(len(got))); err != nil {
			t.Fatal(err)
		}
		got = append(got, part...)
	}
	if !bytes.Equal(got, want) {
		t.Fatal("other bytes from front to end")
	}
}

// A Group waits for the memory of others, or until ctx ends; one that is larger than
// all the memory waits for all others.
func TestLoadWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		s := NewStore(ctx, cancel, vfs.OS{}, t.TempDir(), 1, 1)
		for range 2 {
			p, err := s.Add([]int{0, 10, 20, 60})
			if err != nil {
				t.Fatal(err)
			}
			p.Done()
		}
		if err := s.Finish(); err != nil {
			t.Fatal(err)
		}
		s.Arena.Reset(20, 40)
		load := func(lo, hi int) <-chan *Loaded {
			loaded := make(chan *Loaded, 1)
			go func() {
				g, err := s.Load(ctx, lo, hi, true)
				if err != nil && err != io.ErrClosedPipe {
					t.Error(err)
				}
				loaded <- g
			}()
			synctest.Wait()
			return loaded
		}
		first, second := <-load(0, 1), <-load(1, 2)
		large := load(2, 3)
		first.Release()
		synctest.Wait()
		if len(large) > 0 || s.Arena.Held() != 40 {
			t.Errorf("%d bytes are held", s.Arena.Held())
		}
		second.Release()
		g := <-large
		if s.Arena.Held() != 80 {
			t.Errorf("%d bytes are held", s.Arena.Held())
		}
		waiting := load(0, 1)
		cancel(io.ErrClosedPipe)
		if g := <-waiting; g != nil {
			t.Error("it is loaded though there is no room")
		}
		g.Release()
		if err := s.Close(); err != nil || s.Arena.Held() != 0 {
			t.Errorf("%v; %d bytes are left", err, s.Arena.Held())
		}
	})
}

// Add fills all of the memory, and then one half while the other is being written; it waits for that, or until ctx
// ends.
func TestAddWaits(t *testing.T) {
	over := errors.New("it is over")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		s := NewStore(ctx, cancel, vfs.OS{}, t.TempDir(), 40, 10)
		added := make(chan error, 1)
		var filling []*Piece
		spills := []int64{0, 0, 0, 0, 40, 40, 60, 60, 80} // with each piece
		for i, spilled := range spills {
			full := len(filling) == 4
			go func() {
				p, err := s.Add([]int{0, 10})
				if err == nil {
					filling = append(filling, p)
				}
				added <- err
			}()
			synctest.Wait()
			if waits := len(added) == 0; waits != full {
				t.Fatalf("piece %d waits is %v, with %d before it", i, waits, len(filling))
			}
			var want error
			if i == len(spills)-1 {
				cancel(over)
				want = over
			} else if full {
				filled := filling
				filling = nil
				for _, p := range filled {
					p.Done()
				}
			}
			if err := <-added; err != want {
				t.Fatalf("piece %d: %v", i, err)
			}
			if s.Spilled() != spilled {
				t.Errorf("%d bytes are in the file with piece %d, not %d", s.Spilled(), i, spilled)
			}
		}
		for _, p := range filling {
			p.Done()
		}
		if err := s.Finish(); err != over {
			t.Error(err)
		}
		if err := s.Close(); err != nil || s.Arena.Held() != 0 {
			t.Errorf("%v; %d bytes are left", err, s.Arena.Held())
		}
	})
}

// A File is not made before it is written to, and can be closed in any case.
func TestFile(t *testing.T) {
	fsys := &faultfs.FS{FS: vfs.OS{}, At: -1}
	f := NewFile(fsys, t.TempDir())
	if err := f.Close(); err != nil || len(fsys.Left()) > 0 {
		t.Errorf("%v, %q", err, fsys.Left())
	}
	for _, at := range []int64{100, 0} {
		if err := f.Write([]byte("0123456789"), at); err != nil || len(fsys.Left()) != 1 {
			t.Fatalf("%v, %q", err, fsys.Left())
		}
	}
	b := make([]byte, 5)
	if err := f.Read(b, 105); err != nil || string(b) != "56789" {
		t.Errorf("%q, %v", b, err)
	}
	if e, ok := errors.AsType[*failure.TempError](f.Read(b, 106)); !ok || e.Op != "reading" || e.Err != io.EOF {
		t.Errorf("beyond the end: %v", e)
	}
	for range 2 {
		if err := f.Close(); err != nil || len(fsys.Left()) > 0 {
			t.Errorf("%v, %q", err, fsys.Left())
		}
	}
}
