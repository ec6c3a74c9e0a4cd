package engine

import (
	"cmp"
	"context"
	"io"
	"iter"
	"sync"

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
		err := eachInOrder(ctx, &opt, columns, sources, func(text []byte) error {
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
func eachInOrder(ctx context.Context, o *Options, columns []Column, sources []Source, do func([]byte) error) error {
	o.Rule = Rule{By: columns}
	if len(columns) > 0 {
		o.Rule.Kind = ask.Groups
	}
	format, err := o.setDefaults(0)
	if err != nil {
		return err
	}
	workers := 1
	o.tune.setDefaults(o.Memory, &workers)
	o.tune.long = archive.MostBytes // so that all records are held
	in, err := o.open(format, sources, nil)
	if err != nil {
		return err
	}
	defer in.Close()
	p := &plan{opt: o, format: format, in: in, found: new(found)}
	by := sync.OnceValue(func() *record.Key { return p.key(ask.Groups, columns) }) // when the header has been read
	read := 0
	err = scatter.InOrder(ctx, in, format, func(l *scatter.Lot) error {
		read += len(l.Starts)
		if by() != nil {
			return l.EachKey(by(), func(_ int, key []byte, _ bool) error { return do(key) })
		}
		for i := 0; p.err == nil && i < len(l.Starts); i++ {
			text, _ := l.Text(i)
			if last := len(text) - 1; format.Text() && text[last] == format.Sep {
				text = text[:last]
			}
			if err := do(text); err != nil {
				return err
			}
		}
		return p.err
	})
	if err == nil && by() != nil && read > 0 {
		err = by().Met()
	}
	return cmp.Or(p.err, err)
}
