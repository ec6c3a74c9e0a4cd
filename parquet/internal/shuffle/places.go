package shuffle

import (
	"cmp"
	"context"
	"io"
	"slices"
)

// place finds the place of each row in the parts, and makes these parts of rows, without what is skipped.
func (in *Input) place(ctx context.Context, opt *Options) error {
	in.places = slices.Repeat([]int64{-1}, int(in.Rows))
	sizes, front := opt.Parts, 0
	if opt.Skip > 0 {
		sizes, front = slices.Insert(slices.Clone(sizes), 0, opt.Skip), 1
	}
	counts := make([]int64, len(sizes))
	err := in.collection.WriteParts(ctx, sizes, func(part int) ([]io.Writer, error) {
		return []io.Writer{&placer{in: in, part: int64(part), count: &counts[part]}}, nil
	})
	if err = cmp.Or(err, in.collection.Close()); err != nil {
		return err
	}
	begin, at := make([]int64, len(sizes)), int64(0) // of each part; what is skipped is in front of the first place
	if front > 0 {
		at = -counts[0]
	}
	for part, n := range counts {
		begin[part], at = at, at+n
	}
	for row, place := range in.places {
		if place >= 0 {
			in.places[row] = begin[place>>placeBits] + place&(1<<placeBits-1)
		}
	}
	opt.Skip, opt.Parts = 0, counts[front:]
	return nil
}

// placeBits are those of the place of a row in its part; the number of the part is above them.
const placeBits = 40

// A placer reads a part of the table and gives the rows their places in it.
type placer struct {
	in    *Input
	part  int64
	count *int64 // rows of the part

	behind bool // the number of a row
	quoted bool
	row    int64
}

func (p *placer) Write(b []byte) (int, error) {
	for _, c := range b {
		switch {
		case c == '"':
			p.quoted = !p.quoted
		case p.quoted:
		case c == ',':
			p.behind = true
		case c == '\n':
			p.in.places[p.row] = p.part<<placeBits | *p.count
			*p.count++
			p.behind, p.row = false, 0
		case !p.behind:
			p.row = 10*p.row + int64(c-'0')
		}
	}
	return len(b), nil
}
