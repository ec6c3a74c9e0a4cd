package job

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/packing"
)

// A segment is neighbouring pieces of the inputs, which one step reads.
type segment []piece

// A piece is a part of an input: the records that begin in it.
type piece struct {
	*input
	from, to int64
	whole    bool // the piece is the whole input
}

// segments returns all segments, in input order: several of an input that is cut, or one of
// several small inputs.
func (p *plan) segments() (all []segment) {
	room := int64(0) // for more inputs in the last segment
	for i := range p.Inputs {
		in := &p.Inputs[i]
		_, cut := slices.BinarySearch(p.Cut, i)
		switch last := len(all) - 1; {
		case cut:
			n := int64(pieces(in.Size, p.Segment))
			at := func(j int64) int64 { return in.Size/n*j + in.Size%n*j/n }
			for j := range n {
				all = append(all, segment{{in, at(j), at(j + 1), false}})
			}
			room = -1
		case last >= 0 && in.Size <= room && len(all[last]) < mostGrouped:
			all[last] = append(all[last], piece{in, 0, in.Size, true})
			room -= in.Size
		default:
			all = append(all, segment{{in, 0, in.Size, true}})
			room = p.Segment - in.Size
		}
	}
	return all
}

// bytes returns the size of all inputs.
func (p *plan) bytes() (n int64) {
	for _, in := range p.Inputs {
		n += in.Size
	}
	return n
}

// divide divides the inputs into segments of about size bytes, or of a good size if it is 0.
func (p *plan) divide(ctx context.Context, st *store.Store, size int64) error {
	p.Segment = cmp.Or(size, pieceSize(p.bytes()))
	cut := make([]bool, len(p.Inputs))
	err := each(ctx, len(p.Inputs), func(i int) (err error) {
		cut[i], err = p.cuts(ctx, st, &p.Inputs[i])
		return err
	})
	for i := range cut {
		if cut[i] {
			p.Cut = append(p.Cut, i)
		}
	}
	return err
}

// cuts reports whether an input is to be cut: if it is large, and lines that are not compressed.
func (p *plan) cuts(ctx context.Context, st *store.Store, in *input) (bool, error) {
	if in.Size <= p.Segment || !p.Format.divisible() || p.Format.Raw {
		return in.Size > p.Segment && p.Format.divisible(), nil
	}
	head, err := st.ReadRange(ctx, in.Name, 0, packing.SniffLen)
	if err != nil {
		return false, err
	}
	plain, err := packing.Plain(in.Name.Base(), bytes.NewReader(head), 0, false)
	return plain && err == nil, nil // the step that reads it says better what is wrong
}
