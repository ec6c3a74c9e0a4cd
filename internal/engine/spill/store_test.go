package spill

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// What a store gives back, from memory and from the file, is what the trials of the engine compare. These tests have
// who waits for whom.

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
		load := func(lo, hi int) <-chan *Group {
			loaded := make(chan *Group, 1)
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
