package engine

import (
	"context"
	"io"
	"iter"

	"github.com/yates-shuffle/yates/internal/engine/archive"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/engine/spill"
)

// InOrder returns an iterator over the records of the sources as they stand there, each without its separator, or over
// the keys that columns make of them. Each is valid until the next iteration. An error comes last.
func InOrder(ctx context.Context, opt Options, columns []Column, sources ...Source) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		more := true
		if err := opt.eachInOrder(ctx, columns, sources, func(key []byte) bool {
			more = yield(key, nil)
			return more
		}); err != nil && more {
			yield(nil, err)
		}
	}
}

// eachInOrder calls f for each record, or its key, until it returns false.
func (o *Options) eachInOrder(ctx context.Context, columns []Column, sources []Source, f func(key []byte) bool) error {
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
	lookUp := o.keyring(format, in)
	var buf spill.Buffer
	defer buf.Release()
	starts, key, number := make([]uint32, 0, 4096), []byte(nil), uint64(0)
	return in.Files.Guard(func() error {
		for {
			c, err := in.Next(ctx, &buf, func(int64) error { return nil }, nil)
			if err != nil && err != io.EOF {
				return err
			}
			keys, err := lookUp()
			if err != nil {
				return err
			}
			by := keys.groupBy
			if len(c.Data) == 0 {
				if by == nil || number == 0 {
					return nil
				}
				return by.Met()
			}
			for data := c.Data; len(data) > 0; {
				n := 0
				starts, n = format.AppendStarts(starts[:0], data)
				for i := range starts {
					text := textOf(data[:n], starts, i)
					if by != nil {
						if key, _, err = by.append(key[:0], text, false, number); err != nil {
							return err
						}
						text = key
					} else if last := len(text) - 1; format.Text() && text[last] == format.Sep {
						text = text[:last]
					}
					if number++; !f(text) {
						return nil
					}
				}
				data = data[n:]
			}
		}
	})
}
