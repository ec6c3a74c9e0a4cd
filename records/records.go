// Package records shuffles records, such as lines, of files and streams of any size, in bounded memory. [All]
// yields the records of some sources in random order, and [Shuffle] writes them:
//
//	for line, err := range records.All(ctx, records.Options{}, records.File("lines.txt.gz")) {
//		…
//	}
//
// A [Source] is a [File], a [Reader], the [Rows] of a program or a range of [Integers]. [Options] hold what all calls
// share: the seed, the [Format] of the records, and how much memory there is.
//
// [Order] yields the numbers of the records in that order, for what takes rows by their places, and [OrderApart] those
// of an order that keeps records apart.
//
// [Sample] and [WeightedSample] draw without replacement, [Repeat] and [WeightedRepeat] with it. [Collect] takes a
// [Rule], which keeps groups of rows together or drops repeats, for example, and its result writes parts such as
// training and test sets. Files with as many records stay aligned if each is shuffled with the same seed. Package
// outfile, below this one, makes outputs that replace a file when they are complete, and package failure has the errors
// that a program may want to handle.
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
// error, never a crash. Integers are scattered as numbers of 4 bytes.
//
// ARCHITECTURE.md at the root of the repository shows how records flow through the
// rooms of the engine.
package records

import (
	"cmp"
	"context"
	"io"
	"iter"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
)

// Shuffle reads the records of the sources and writes them to w in the order
// that the seed gives. It reads everything before it writes. Large outputs are
// written in pieces of about half a MiB, by one goroutine at a time.
//
// It takes time linear in the size of the input. When ctx ends, it returns soon,
// with context.Cause(ctx), but it waits for a Read or Write that blocks. Errors
// name the source, "the output", or the directory of the temporary file. Shuffle is
// safe for concurrent use if each call has its own w and readers.
//
// A header is written first. More than 2³² integers are an error (failure.ErrLargeRange).
func Shuffle(ctx context.Context, w io.Writer, opt Options, sources ...Source) error {
	return engine.Shuffle(ctx, w, opt.engine(), of(sources)...)
}

// All returns an iterator over the records of the sources in the order that the seed
// gives, each with its separator:
//
//	for record, err := range records.All(ctx, opt, records.File("deck.txt")) {
//		if err != nil {
//			return err
//		}
//		…
//	}
//
// An error comes last, without a record. A record is valid until the next iteration.
// All sources are read before the first record, as in [Shuffle]; a loop that ends early
// leaves nothing behind. A header is not a record and is left out.
//
// The iterator can be used again if the sources can be read again; without a seed it
// then has another order.
func All(ctx context.Context, opt Options, sources ...Source) iter.Seq2[[]byte, error] {
	return engine.All(ctx, opt.engine(), of(sources)...)
}

// Sample writes the first n records of the order, or all if there are fewer or n is negative: a sample without
// replacement, in random order. It takes one pass, and memory for little more than the sample: the records of the last
// bucket needed, about 1/4096 of all records, come on top. Otherwise it is like [Shuffle].
//
// A sample of more than 2³² integers needs 32 to 64 bytes for each integer that is drawn.
func Sample(ctx context.Context, w io.Writer, opt Options, n int64, sources ...Source) error {
	o := opt.engine()
	if err := o.Whole("Sample"); err != nil {
		return err
	}
	if n < 0 {
		return engine.Shuffle(ctx, w, o, of(sources)...)
	}
	o.Head = max(n, 1)
	c, err := engine.Collect(ctx, o, of(sources)...)
	if err != nil {
		return err
	}
	return cmp.Or(c.WriteParts(ctx, []int64{n}, func(int) (io.Writer, error) { return w, nil }), c.Close())
}

// Repeat writes n draws with replacement from the records of the sources or, if n is negative, endlessly many,
// until w fails or ctx ends. The error is failure.ErrNoRecords if there are no records and n is not 0.
//
// Order 1 defines the draws for a seed; fewer draws are the first of more. A header is written first. A [Tar]
// sample cannot be drawn again. Otherwise Repeat is like [Shuffle].
//
// The records are kept in memory if they fit into three quarters of opt.Memory, or 5/12 of it with weights.
// Otherwise they are read when they are drawn, from the sources if these are regular files (of which w must be none
// then), or else from a temporary file. An eighth of opt.Memory holds the positions of the records. If that is too
// little, it holds every second, or fourth, … position, and the others are found from there. Integers take no
// memory.
func Repeat(ctx context.Context, w io.Writer, opt Options, n int64, sources ...Source) error {
	return draw(ctx, opt, "Repeat", engine.Rule{}, sources, func(u *engine.Urn) error { return u.Draw(ctx, w, n) })
}

// WeightedRepeat is [Repeat] with chances in proportion to weights, the numbers in a column: decimal numbers such
// as 3, 0.25 or 1e-3, of at most 19 digits without zeros at either end. Weights take 24 bytes for each record,
// from a third of opt.Memory; more are an error.
func WeightedRepeat(ctx context.Context, w io.Writer, opt Options, n int64, weight Column, sources ...Source) error {
	rule := ruleOf(ask.Weights, []Column{weight}, MissingUnset)
	return draw(ctx, opt, "WeightedRepeat", rule, sources, func(u *engine.Urn) error { return u.Draw(ctx, w, n) })
}

// WeightedSample writes n draws without replacement, as in a raffle in which people hold several tickets: each
// from the records that are left, with chances in proportion to weights. Of fewer records with a positive weight,
// or if n is negative, it draws all of these. Otherwise it is like [WeightedRepeat].
func WeightedSample(ctx context.Context, w io.Writer, opt Options, n int64, weight Column, sources ...Source) error {
	rule := ruleOf(ask.Weights, []Column{weight}, MissingUnset)
	return draw(ctx, opt, "WeightedSample", rule, sources, func(u *engine.Urn) error { return u.DrawOnce(ctx, w, n) })
}

func draw(ctx context.Context, opt Options, name string, rule engine.Rule, sources []Source,
	do func(*engine.Urn) error) error {
	o := opt.engine()
	if err := o.Whole(name); err != nil {
		return err
	}
	o.Rule = rule
	u, err := engine.NewUrn(ctx, o, of(sources)...)
	if err != nil {
		return err
	}
	return cmp.Or(do(u), u.Close())
}

// DefaultMemory returns a quarter of the memory that this process may use: that of the
// machine, or less if a control group or a limit of the process (ulimit -v, -d) says so.
// If that is unknown, it returns 1 GiB. In a 32-bit process it returns at most 512 MiB.
func DefaultMemory() int64 { return engine.DefaultMemory() }
