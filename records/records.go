// Package records shuffles records, such as lines, of files and streams of any size, in bounded memory. [All]
// yields the records of some sources in random order, and [Shuffle] writes them:
//
//	for line, err := range records.All(ctx, records.Options{}, records.File("lines.txt.gz")) {
//		…
//	}
//
// A source is a [File], which is decompressed, or a [Reader]. [Options] say what a record is, which of them
// are wanted, and how much memory there is. This is all that most programs need.
//
// [Repeat] draws with replacement or by weight, [Collect] writes parts such as training and test sets, and
// [Numbers] shuffles integers. Package outfile, below this one, makes outputs that replace a file when they
// are complete. [Scatter] and [Gather] are for machines that share a shuffle.
//
// The order is Order 1 of package order. It depends only on the seed and the records, not
// on the memory, the number of workers, or whether the records come from files or a pipe.
//
// # How it works
//
// The input is cut into chunks of records. Each chunk is scattered: its records
// are copied to 4,096 buckets in memory. When the memory is full, its contents go to a
// temporary file as one run, bucket by bucket, in one sequential write. At the end,
// groups of neighbouring buckets are read from all runs, with a few large reads each;
// each bucket is shuffled; and the buckets are written one after the other. An input
// that fits into memory is a run that is never written. So each record is copied three
// times in memory, and at most once to the temporary file and back; the time is linear
// in the size of the input.
//
// If one file of longer lines fits into memory, its records stay in place: the file is
// mapped, and only entries, the positions of records, are scattered and shuffled. Each
// record is copied once, to the output. If the file changes meanwhile, that is an
// error, never a crash.
//
// ARCHITECTURE.md at the root of the repository shows how records flow through the
// files and folders of this package.
package records

import (
	"cmp"
	"context"
	"io"
)

// Shuffle reads the records of the sources and writes them to w in the order
// that the seed gives. It reads everything before it writes. Large outputs are
// written in pieces of about half a MiB, by one goroutine at a time.
//
// It takes time linear in the size of the input. When ctx ends, it returns soon,
// with context.Cause(ctx), but it waits for a Read or Write that blocks. Errors
// name the source, "the output", or the directory of the temporary file. Shuffle is
// safe for concurrent use if each call has its own w and readers.
func Shuffle(ctx context.Context, w io.Writer, opt Options, sources ...Source) error {
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return err
	}
	return cmp.Or(c.Write(ctx, w), c.Close())
}
