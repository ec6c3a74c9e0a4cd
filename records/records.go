// Package records shuffles records, such as lines, of files and streams of any
// size, within the memory that it is allowed.
//
// The order is Order 1 of package order: it depends on the seed and on the
// records alone, never on the memory, the number of workers, or on whether the
// records come from files or a pipe.
//
// # How it works
//
// The input is cut into chunks of records. Each chunk is scattered: its records
// are copied to 4,096 buckets, which stand side by side in memory. When the memory
// is full, what is in it goes to a temporary file as one run, bucket by bucket, in
// one sequential write. At the end, groups of neighbouring buckets are read from all
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
//
// ARCHITECTURE.md at the root of the repository draws the way of the records through
// the files and folders of this package.
package records

import (
	"context"
	"io"
)

// Shuffle reads the records of the sources and writes them to w in the order
// that the seed gives. Nothing is written before all is read. Large outputs are
// written in pieces of about half a MiB, by one goroutine at a time.
//
// It takes time linear in the size of the input. When ctx ends it returns soon,
// with context.Cause(ctx), but a Read or Write that blocks is waited for. Errors
// name the source, "the output", or the directory of the temporary file. Several
// goroutines may call it at the same time, each with its own w and readers.
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
