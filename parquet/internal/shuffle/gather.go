package shuffle

import (
	"slices"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/parquet/internal/column"
)

// A stretch is rows of a unit that follow each other in the order.
type stretch struct {
	unit int
	rows []uint32 // of the unit
	more bool     // whether rows of the unit come later
}

// stretches returns the stretches of a part of the order, and ends the units before it.
func (j *job) stretches(place, end int64) (all []stretch, err error) {
	for i := range j.units {
		u := &j.units[i]
		if u.end <= place && u.order != nil {
			j.store.discard(u.held)
			u.held, u.order, u.kept = nil, nil, nil
		}
		if u.end <= place || end <= u.place {
			continue
		}
		if u.order == nil {
			if err := j.begin(i); err != nil {
				return nil, err
			}
		}
		rows := u.order[max(place-u.place, 0) : min(end, u.end)-u.place]
		all = append(all, stretch{i, rows, end < u.end})
	}
	return all, nil
}

// begin finds the order of a unit.
func (j *job) begin(unit int) (err error) {
	u := &j.units[unit]
	if u.held, err = j.store.open(unit); err != nil {
		return err
	}
	u.kept = make([]*column.Rows, len(j.kinds))
	if j.in.order != nil {
		u.order = j.in.orderOf(u.place, u.end)
		return nil
	}
	rows, err := j.store.load(u.held, unit, len(j.in.kinds), column.Numbers)
	if err != nil {
		return err
	}
	u.order = make([]uint32, rows.N)
	at := make([]int, u.hi-u.lo+1) // where the rows of each bucket begin
	for _, d := range rows.Uint16s() {
		at[int(d)-u.lo+1]++
	}
	for i := range u.hi - u.lo {
		at[i+1] += at[i]
	}
	next := slices.Clone(at)
	for row, d := range rows.Uint16s() {
		u.order[next[int(d)-u.lo]] = uint32(row)
		next[int(d)-u.lo]++
	}
	var shuffler order.Shuffler
	for i := range u.hi - u.lo {
		order.ShuffleBucket(&shuffler, j.Seed, u.lo+i, u.order[at[i]:at[i+1]])
	}
	return nil
}

// load returns a column of the unit of a stretch. If the unit is small and more of it is needed, it keeps the column.
func (j *job) load(s stretch, c int) (*column.Rows, error) {
	u := &j.units[s.unit]
	if rows := u.kept[c]; rows != nil {
		return rows, nil
	}
	rows, err := j.store.load(u.held, s.unit, c, j.kinds[c])
	if err == nil && s.more && j.store.size(s.unit) <= 2*j.small() {
		u.kept[c] = rows
	}
	return rows, err
}
