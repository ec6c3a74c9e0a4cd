// Package records shuffles records, such as lines, of files and streams of any
// size, within the memory that it is allowed.
//
// The order is Order 1 of package order: it depends on the seed and on the
// records alone, never on the memory, the number of workers, or on whether the
// records come from files or a pipe.
//
// # How it works
//
// The input is cut into chunks. Each chunk is scattered: its records are copied
// to 4,096 buckets, which stand side by side in memory. When the memory is full,
// what is in it goes to a temporary file as one run, bucket by bucket, in one
// sequential write. At the end, groups of neighbouring buckets are read from all
// runs, a few large reads each; every bucket is shuffled; and the buckets are
// written one after the other. An input that fits into memory is a run that is
// never written. So each record is copied three times in memory, and once to the
// temporary file and back if need be, whatever the number of records; the time
// is linear in the size of the input.
//
// The records of one file that fits into memory, and whose lines are not short,
// are left where they are: the file is mapped, and what is scattered and shuffled
// is entries, which tell where a record is. Each record is copied once, to the
// output. A file that is changed meanwhile is an error, never a crash.
package records

import (
	"context"
	"errors"
	"io"
	"sync"
)

// Shuffle reads the records of the sources and writes them to w in the order
// that the seed gives. Nothing is written before all is read. Large outputs are
// written in pieces of about 256 KiB, by one goroutine at a time.
//
// It takes time linear in the size of the input. When ctx ends it returns soon,
// with context.Cause(ctx), but a Read or Write that blocks is waited for. Errors
// name the source, "the output", or the directory of the temporary file;
// [Hint] says what can be done about the last. Several goroutines may call it
// at the same time, each with its own w and readers.
func Shuffle(ctx context.Context, w io.Writer, opt Options, sources ...Source) (err error) {
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return err
	}
	defer func() {
		if e := c.Close(); err == nil {
			err = e
		}
	}()
	return c.Write(ctx, w)
}

// Collect reads and scatters the records of the sources. The collection must be
// closed. A file of longer records that fits into memory may be left where it is
// and be read again by Write: then Write fails if it was cut off or written over
// in between. To replace it by another file or to append to it does no harm; to
// do both, write over it and append, is not noticed.
func Collect(ctx context.Context, opt Options, sources ...Source) (*Collection, error) {
	if err := opt.setDefaults(); err != nil {
		return nil, err
	}
	if opt.InStep && len(sources) == 0 {
		return nil, errors.New("there are no sources to keep in step")
	}
	opt.takeWindows(sources)
	opt.tune.setDefaults(opt.Memory, &opt.Workers)
	f, err := newFormat(opt)
	if err != nil {
		return nil, err
	}

	sctx, cancel := context.WithCancelCause(ctx)
	c := &Collection{opt: opt, cancel: cancel, format: f, each: f, tracks: 1}
	if opt.InStep {
		c.tracks = len(sources)
		c.format.count *= c.tracks
	}
	c.store = newStore(sctx, cancel, opt.fsys, opt.TempDir, opt.tune.memory, opt.tune.slab)
	c.store.limited, c.store.limit = opt.Head > 0 && opt.GroupBy == nil, opt.Head
	c.store.counted = opt.Parts && opt.GroupBy == nil || c.store.limited
	c.stop = context.AfterFunc(sctx, c.store.wake)
	if err := c.scatter(sctx, sources); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// parallel runs f in n goroutines and waits for all. The first error cancels
// the context and is returned.
func parallel(ctx context.Context, cancel context.CancelCauseFunc, n int, f func() error) error {
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			if err := f(); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}
