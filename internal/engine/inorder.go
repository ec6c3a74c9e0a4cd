package engine

import (
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
	if len(columns) > 0 {
		return eachKey(ctx, &plan{opt: o, format: format, in: in, found: new(found)}, do)
	}
	return scatter.InOrder(ctx, in, format, func(l *scatter.Lot) error {
		for i := range l.Starts {
			text, _ := l.Text(i)
			if last := len(text) - 1; format.Text() && text[last] == format.Sep {
				text = text[:last]
			}
			if err := do(text); err != nil {
				return err
			}
		}
		return nil
	})
}

// eachKey calls do for the key of each record.
func eachKey(ctx context.Context, p *plan, do func([]byte) error) error {
	by := sync.OnceValue(func() *record.Key { return p.key(ask.Groups, p.opt.By) }) // when the header has been read
	met := false
	err := scatter.InOrder(ctx, p.in, p.format, func(l *scatter.Lot) error {
		if by() == nil {
			return p.err
		}
		met = met || len(l.Starts) > 0
		return l.EachKey(by(), func(_ int, key []byte, _ bool) error { return do(key) })
	})
	if by() == nil {
		return p.err
	}
	if err == nil && met {
		err = by().Met()
	}
	return err
}
