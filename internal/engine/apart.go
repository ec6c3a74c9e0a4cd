package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A kin is the class of a record of an urn that is to stand apart from others, and the beginning of its value.
type kin struct {
	class class
	value string
}

// compare finds the classes of the records that are to stand apart, if any are.
func (w *scatterer) compare(first int64, c input.Chunk) error {
	w.kin = w.kin[:0]
	most, key := order.ApartLimit(w.of.opt.run()), w.keys.apartBy
	return w.eachKey(key, first, c, func(i int, alone bool) error {
		number := first + int64(i)
		if number >= int64(most) {
			return &failure.ApartError{Fit: most}
		}
		k := kin{class: order.StratumHash(*w.of.opt.Seed, w.keyBuf)}
		if alone {
			k.class = class{}
			binary.BigEndian.PutUint64(k.class[:], uint64(number))
		}
		value := strings.Join(key.Texts(w.keyBuf), ", ")
		k.value = strings.Clone(value[:min(len(value), 40)])
		w.kin = append(w.kin, k)
		return nil
	})
}

// run returns how many records of a class may stand in a row.
func (o *Options) run() int { return max(o.Run, 1) }

// DrawApart writes n records, or all if n is negative or there are fewer, in an order that keeps them apart as
// Options.ApartBy says.
func (u *Urn) DrawApart(ctx context.Context, w io.Writer, n int64) error {
	classes := make([]class, len(u.c.kin))
	for i, k := range u.c.kin {
		classes[i] = k.class
	}
	places, err := order.Apart(*u.c.opt.Seed, classes, u.c.opt.run())
	if e, crowded := errors.AsType[*order.CrowdedError](err); crowded {
		value := u.c.kin[e.Index].value
		return &failure.ApartError{Value: value, Count: e.Count, Fit: e.Fit, Run: e.Run}
	}
	if n < 0 || n > int64(len(places)) {
		n = int64(len(places))
	}
	return u.DrawBy(ctx, w, n, func(yield func(uint64) bool) {
		for _, i := range places[:n] {
			if !yield(uint64(i)) {
				return
			}
		}
	})
}
