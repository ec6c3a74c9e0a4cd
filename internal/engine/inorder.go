package engine

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
)

// InOrder returns an iterator over the records of the sources as they stand there, each without its separator, or over
// the keys that columns make of them. Each is valid until the next iteration. An error comes last.
func InOrder(ctx context.Context, opt Options, columns []Column, sources ...Source) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		more := true
		err := eachInOrder(ctx, opt, columns, sources, func(text []byte) error {
			if more = yield(text, nil); !more {
				return io.EOF
			}
			return nil
		})
		if err != nil && more {
			yield(nil, err)
		}
	}
}

// eachInOrder calls do for each record, or its key, until that returns an error.
func eachInOrder(ctx context.Context, opt Options, columns []Column, sources []Source, do func([]byte) error) error {
	opt.Rule = Rule{By: columns}
	if len(columns) > 0 {
		opt.Rule.Kind = ask.Groups
	}
	c, err := newCollection(opt, sources, 0)
	if err != nil {
		return err
	}
	workers, format := 1, c.format
	c.opt.tune.long = archive.MostBytes // so that all records are held
	c.opt.tune.setDefaults(c.opt.Memory, &workers)
	if c.plan.in, err = c.opt.open(format, sources, nil); err != nil {
		return err
	}
	defer c.plan.in.Close()
	var by *record.Key
	stages := func() ([]scatter.Stage, error) { // when the header has been read
		by = c.plan.key(ask.Groups, columns)
		return []scatter.Stage{scatter.InOrder{By: by, Do: func(text []byte) error {
			if by == nil && format.Text() {
				text = bytes.TrimSuffix(text, []byte{format.Sep})
			}
			return do(text)
		}}}, c.plan.err
	}
	s := &scatter.Scattering{In: c.plan.in, Format: format, Kept: c.kept, Tally: scatter.NewTally(0, false),
		Chunk: c.opt.tune.chunk, Stages: stages}
	if err = s.Work(ctx, nil); err == nil && by != nil && s.Tally.Read > 0 {
		err = by.Met()
	}
	return err
}
