package shuffle

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/yates-shuffle/yates/order"
)

// place finds which row comes to each place of the order, and makes the parts of opt parts of rows, without what is
// skipped.
func (in *Input) place(ctx context.Context, opt *Options) error {
	sizes, front := opt.Parts, 0
	if opt.Skip > 0 {
		sizes, front = slices.Insert(slices.Clone(sizes), 0, opt.Skip), 1
	}
	parts := make([][]uint32, len(sizes))
	err := in.collection.WriteParts(ctx, sizes, func(part int) ([]io.Writer, error) {
		return []io.Writer{&tableReader{rows: &parts[part]}}, nil
	})
	if err = cmp.Or(err, in.collection.Close()); err != nil {
		return err
	}
	opt.Skip, opt.Parts, parts = 0, nil, parts[front:]
	for _, rows := range parts {
		opt.Parts = append(opt.Parts, int64(len(rows)))
	}
	in.order = slices.Concat(parts...)
	in.digits = slices.Repeat([]uint16{order.Buckets}, int(in.Rows)) // of no bucket
	for place, row := range in.order {
		in.digits[row] = uint16(place * order.Buckets / len(in.order))
	}
	return nil
}

// orderOf returns which of some rows, in input order, is where, if they come to these places of the order.
func (in *Input) orderOf(place, end int64) (numbers []uint32) {
	rows := make([]uint64, end-place)
	for i, row := range in.order[place:end] {
		rows[i] = uint64(row)<<32 | uint64(i)
	}
	slices.Sort(rows)
	numbers = make([]uint32, len(rows))
	for number, row := range rows {
		numbers[uint32(row)] = uint32(number)
	}
	return numbers
}

// A tableReader notes the numbers of rows, which are the first fields of a table.
type tableReader struct {
	rows   *[]uint32
	row    uint32
	behind bool // its number
	quoted bool
}

func (r *tableReader) Write(b []byte) (int, error) {
	for _, c := range b {
		switch {
		case c == '"':
			r.quoted = !r.quoted
		case r.quoted:
		case c == ',':
			r.behind = true
		case c == '\n':
			*r.rows = append(*r.rows, r.row)
			r.behind, r.row = false, 0
		case !r.behind:
			r.row = 10*r.row + uint32(c-'0')
		}
	}
	return len(b), nil
}
