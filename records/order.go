package records

import (
	"cmp"
	"context"
	"encoding/binary"
	"iter"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
)

// Order returns an iterator over the order of the records of the sources as their numbers, which count them from 0
// across all sources, or over the integers of [Integers]:
//
//	for place, err := range records.Order(ctx, opt, records.Groups{By: …}, records.File("users.csv")) {
//		if err != nil {
//			return err
//		}
//		…
//	}
//
// These are the places for what takes rows by number: take of Arrow and numpy, select of Hugging Face, a join in a
// database. A rule and the format of opt, with its header, are as for [Collect], and so are the numbers in the order;
// of a record, only its number and the texts of the columns of the rule are kept, in memory or in the temporary file.
// [Rows] is a source for a program that has these columns.
//
// An error comes last. The iterator can be used again if the sources can be read again.
func Order(ctx context.Context, opt Options, rule Rule, sources ...Source) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		c, err := CollectOrder(ctx, opt, rule, sources...)
		if err != nil {
			yield(0, err)
			return
		}
		defer c.Close()
		for number, err := range c.All(ctx) {
			place := uint64(0)
			if err == nil {
				place = binary.LittleEndian.Uint64(number)
			}
			if !yield(place, err) {
				return
			}
		}
	}
}

// CollectOrder is [Collect] for the numbers that [Order] returns: they are what the collection writes, each as 8 bytes,
// little-endian. So WriteParts writes the places of the rows of each part.
func CollectOrder(ctx context.Context, opt Options, rule Rule, sources ...Source) (*Collection, error) {
	return collect(ctx, opt, true, rule, sources)
}

// Apart keeps records with the same texts in the columns By apart: at most Run of them, or 1, stand in a row. All such
// orders are equally likely, as order.Apart has them; if there is none, it is an error (failure.ApartError), and so are
// more records than order.ApartLimit. It is for [OrderApart].
type Apart struct {
	By      []Column
	Run     int
	Missing Missing
}

// OrderApart is [Order] for records that are kept apart. It takes memory for all of them.
func OrderApart(ctx context.Context, opt Options, apart Apart, sources ...Source) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		o := opt.engine()
		o.Rule = ruleOf(ask.Apart, apart.By, apart.Missing)
		o.Run = apart.Run
		u, err := engine.NewUrn(ctx, o, of(sources)...)
		if err != nil {
			yield(0, err)
			return
		}
		defer u.Close()
		places, err := u.Apart(cmp.Or(opt.Head, int64(u.Records())))
		if err != nil {
			yield(0, err)
			return
		}
		for place := range places {
			if !yield(place, nil) {
				return
			}
		}
	}
}
