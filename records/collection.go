package records

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
)

// A Rule says which order is asked for: [Groups], [Classes], [ByKey] or [Unique]. Nil is the order of all records, each
// by itself. It is an error if one that goes by columns has none. Some do not go with a format, or with Options.Head or
// Skip; the error is a failure.ConflictError then.
type Rule interface{ rule() engine.Rule }

// Groups keep rows with the same texts in the columns By together, in input order, and are shuffled themselves. A group
// need not fit into memory. It is an error if the columns of a record do not end within the bytes of it that are held
// in memory; see Options.Memory (failure.KeyError).
type Groups struct {
	By      []Column
	Missing Missing
}

func (r Groups) rule() engine.Rule { return ruleOf(ask.Groups, r.By, r.Missing) }

// Classes give each part its share of each class, as order.Allot divides them. A class is the records with the same
// texts in the columns By; with Groups, columns in which rows that stay together have the same texts, it is the groups
// whose first records have them, and groups are divided. About 500 classes fit into each MiB of Memory; more are an
// error (failure.TooManyError, failure.MemoryError). They exclude Head and Skip.
type Classes struct {
	By      []Column
	Groups  []Column
	Missing Missing
}

func (r Classes) rule() engine.Rule {
	of := ruleOf(ask.Classes, r.By, r.Missing)
	of.Groups = columns(r.Groups)
	return of
}

// ByKey keeps rows with the same texts in the columns By together, in input order, as [Groups] do, and sorts these
// groups by order.KeyHash. So what remains stays in order if rows come or go. A record without a value has the empty
// text there.
type ByKey struct {
	By      []Column
	Missing Missing
}

func (r ByKey) rule() engine.Rule { return ruleOf(ask.ByKey, r.By, r.Missing) }

// Unique keeps only the first of equal records, compared byte for byte without the separator; with By, the first of the
// records with the same texts in these columns. It takes a quarter of Memory, which is enough for one record per 160
// bytes of Memory. More records are an error (failure.TooManyError), and so is a long record (failure.LongError).
type Unique struct {
	By      []Column
	Missing Missing
}

func (r Unique) rule() engine.Rule {
	if len(r.By) > 0 {
		return ruleOf(ask.UniqueBy, r.By, r.Missing)
	}
	return engine.Rule{Kind: ask.Unique}
}

// ruleOf returns a rule by some columns.
func ruleOf(kind ask.Things, by []Column, missing Missing) engine.Rule {
	return engine.Rule{Kind: kind, By: columns(by), Missing: engine.Missing(missing)}
}

// A Missing says what becomes of a record without a value: one of its columns is empty, or null in JSON. A column
// or field that the record does not have is empty, too, but with MissingUnset, or if no record has it, it is an error
// (failure.AbsentError).
//
// Records that stand alone are what MissingUnset and MissingOwn make of them: each is a group by itself, and is
// never a repeat of another. A class is by the texts of its columns, which may be empty.
type Missing int

const (
	MissingUnset Missing = iota // it stands alone; but where a record has not even the column, that is an error
	MissingOwn                  // it stands alone, also where a record has not even the column
	MissingOne                  // an empty text is a value like others, which records can have in common
	MissingDrop                 // it is none of the records; like one that is to be unique, it must not be long
	MissingError                // it is an error (failure.AbsentError)
)

// A Collection holds records that have been read and scattered, in memory or in a
// temporary file. It is not safe for concurrent use.
type Collection struct{ c *engine.Collection }

// Collect reads and scatters the records of the sources. The collection must be
// closed. It is written once, by one of Write, WriteParts, WriteEach and All. A file of longer records that fits
// into memory may stay in place and be read again then, which fails if the file was truncated or overwritten
// meanwhile. Replacing the file or appending to it does no harm; overwriting and also appending is not detected.
func Collect(ctx context.Context, opt Options, rule Rule, sources ...Source) (*Collection, error) {
	return collect(ctx, opt, false, rule, sources)
}

func collect(ctx context.Context, opt Options, numbers bool, rule Rule, sources []Source) (*Collection, error) {
	o := opt.engine()
	if rule != nil {
		o.Rule = rule.rule()
	}
	o.Parts, o.Binary = o.Skip == 0, numbers
	c, err := engine.Collect(ctx, o, of(sources)...)
	if err != nil {
		return nil, err
	}
	return &Collection{c}, nil
}

func columns(some []Column) (all []engine.Column) {
	for _, c := range some {
		all = append(all, engine.Column(c))
	}
	return all
}

// Records returns the number of records that were read.
func (c *Collection) Records() int64 { return c.c.Records() }

// Len returns the number of records in the order, or of groups, but at most
// Head. The first call counts the groups, which reads everything that was spilled.
func (c *Collection) Len(ctx context.Context) (int64, error) {
	n, err := c.c.Len(ctx)
	return int64(min(n, math.MaxInt64)), err
}

// All returns an iterator over the records, as function [All] does. It may be used only once.
func (c *Collection) All(ctx context.Context) iter.Seq2[[]byte, error] { return c.c.All(ctx) }

// Write writes the header and the records, or their head, in the order that the seed
// gives. If w is the input itself, opened for overwriting, Write copies the input first.
func (c *Collection) Write(ctx context.Context, w io.Writer) error { return c.c.Write(ctx, w) }

// WriteParts writes the order in parts of the given sizes, in records, or in groups. It does not write the rest of the
// order; it is an error if there is not as much. Before each part, it calls open with the part's number, which returns
// the output of the part. Each part begins with the header, even if its size is 0. The output of the first part may be
// the input itself, opened for overwriting; in a later part that is an error. WriteParts excludes Skip.
//
// With Classes, all outputs are opened before anything is written, and each record is written by itself, in the
// order: so outputs should have buffers, and may be shared by parts.
func (c *Collection) WriteParts(ctx context.Context, sizes []int64, open func(part int) (io.Writer, error)) error {
	left, err := c.Len(ctx)
	for i, n := range sizes {
		if left -= n; left < 0 && err == nil {
			err = fmt.Errorf("the order ends before part %d of %d does", i+1, n)
		}
	}
	if err != nil {
		return err
	}
	return c.c.WriteParts(ctx, sizes, open)
}

// WriteEach writes the first n records of each of the Classes, in their order, and all of a class that has
// fewer, or if n is negative.
func (c *Collection) WriteEach(ctx context.Context, w io.Writer, n int64) error {
	if n < 0 {
		n = math.MaxInt64
	}
	return c.c.WriteEach(ctx, n, func(int) (io.Writer, error) { return w, nil })
}

// Close releases the memory and the temporary file. It must be called even after an
// error of Write. After it every method that returns an error returns fs.ErrClosed.
func (c *Collection) Close() error { return c.c.Close() }
