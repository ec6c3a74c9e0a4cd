package engine

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/twin/trial"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
)

// within fails the test, with all stacks, if f takes suspiciously long.
func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		buf := make([]byte, 1<<20)
		panic("deadlock:\n" + string(buf[:runtime.Stack(buf, true)]))
	}
}

var cancelTunes = []tuning{
	{chunk: mib, slab: 1 << 20, unitSize: 1000, pageSize: 1000},
	{chunk: mib, memory: 1 << 19, slab: 1 << 19, batchSize: 20_000, unitSize: 1000, pageSize: 1000},
	{chunk: mib, memory: 1 << 19, slab: 1 << 19, batchSize: 20_000, unitSize: 1000, pageSize: 1000, big: 500},
}

// TestCancelledInCollect cancels while a reader has more to give, blocks, or is
// at its end.
func TestCancelledInCollect(t *testing.T) {
	data := lines(func(*rand.Rand) int { return 30 })(rand.New(rand.NewPCG(1, 1)), 3*mib, '\n')
	for _, tune := range cancelTunes {
		for _, blocks := range []bool{false, true} {
			for _, after := range []int{0, 1000, mib, 2*mib + 7, len(data) - 1} {
				ctx, cancel := context.WithCancel(context.Background())
				before := runtime.NumGoroutine()
				fsys := &faultfs.FS{FS: vfs.OS{}, At: -1}
				rest := data
				read := readerFunc(func(b []byte) (int, error) {
					if len(data)-len(rest) >= after {
						if blocks {
							time.AfterFunc(2*time.Millisecond, cancel)
							<-ctx.Done()
							time.Sleep(4 * time.Millisecond)
						} else {
							cancel()
						}
					}
					n := copy(b[:min(len(b), 100_000)], rest)
					rest = rest[n:]
					if n == 0 {
						return 0, io.EOF
					}
					return n, nil
				})
				within(t, func() {
					c, err := Collect(ctx, Options{Workers: 3, TempDir: t.TempDir(), fsys: fsys, tune: tune},
						Reader("", read))
					if !errors.Is(err, context.Canceled) || c != nil {
						t.Errorf("%+v, after %d bytes: %v", tune, after, err)
					}
				})
				if left := fsys.Left(); len(left) > 0 {
					t.Errorf("left open: %q", left)
				}
				waitGoroutines(t, before)
			}
		}
	}
}

// TestErrorsWhileOthersWait fails at a random place with many workers and next to
// no memory, again and again: nobody waits for ever.
func TestErrorsWhileOthersWait(t *testing.T) {
	data := lines(func(*rand.Rand) int { return 50 })(rand.New(rand.NewPCG(1, 1)), 4*mib, '\n')
	before := runtime.NumGoroutine()
	trials(t, 50, func(t *testing.T, number uint64) {
		rng := rand.New(rand.NewPCG(number, 0))
		tune := tuning{
			chunk: mib, memory: trial.Pick(rng, int64(1), 1<<19, 3<<20), slab: trial.Pick(rng, 1000, 1<<18, 1<<20),
			batchSize: trial.Pick(rng, int64(1), 10_000, 1<<20), unitSize: trial.Pick(rng, 1, 5000, 1<<20), pageSize: trial.Pick(rng, 10, 1<<20),
			big: trial.Pick(rng, int64(0), 900),
		}
		fsys := &faultfs.FS{FS: vfs.OS{}, At: rng.IntN(40), Err: errors.New("it is broken"), Lasting: rng.IntN(2) == 0,
			Only: []string{"scratch", "writeat", "readat"}}
		left := rng.IntN(4 << 20)
		w := writerFunc(func(b []byte) (int, error) {
			if left -= len(b); left < 0 {
				return 0, errors.New("full")
			}
			return len(b), nil
		})
		within(t, func() {
			err := Shuffle(context.Background(), w, Options{Workers: 7, Memory: 64 << 20, TempDir: t.TempDir(),
				fsys: fsys, tune: tune}, Reader("", bytes.NewReader(data)))
			if (fsys.Failed() != "" || left < 0) != (err != nil) {
				t.Errorf("%+v: failed %q, output left %d: %v", tune, fsys.Failed(), left, err)
			}
		})
		if open := fsys.Left(); len(open) > 0 {
			t.Errorf("%+v: left open: %q", tune, open)
		}
	})
	waitGoroutines(t, before)
}

// TestReaderOfNothing: a reader that gives nothing and no error can be cancelled.
func TestReaderOfNothing(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	within(t, func() {
		_, err := Collect(ctx, Options{}, Reader("", readerFunc(func([]byte) (int, error) { return 0, nil })))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}
