package scatter

import (
	"context"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
)

// InOrder calls do for the records of an input as they stand there, lot by lot, until it returns io.EOF or an error.
func InOrder(ctx context.Context, in *input.Input, f *record.Format, do func(l *Lot) error) error {
	w := &worker{Scattering: &Scattering{In: in, Format: f}}
	defer w.buf.Release()
	defer w.room.Release()
	return in.Files.Guard(func() error {
		for {
			c, err := in.Next(ctx, &w.buf, func(int64) error { return nil }, nil)
			if err == nil {
				err = w.find(c)
			}
			if err == nil {
				err = do(&w.lot)
			}
			if err == nil {
				err = w.lot.err()
			}
			switch {
			case err == io.EOF:
				return nil
			case err != nil:
				return err
			}
			w.lot.read += int64(len(w.lot.Starts))
		}
	})
}
