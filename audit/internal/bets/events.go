package bets

import "math/bits"

// Events are the outcomes of a table whose rows are things that happen in a deal or do not,
// all with one probability: that an item comes, or two items together. The deals that wait
// are kept as bits, and what a row has that nothing happened in is computed once for all
// rows of which as much is known.
type events struct {
	rows    int
	waiting int      // deals
	happen  []uint16 // by row, for each chunk of deals: bit i if it happens in deal i
	nothing []quiet  // a cache, by how often a row has happened; its length is a power of 2
}

// Quiet is what a row's wagers are multiplied by in a chunk of deals in which it does not happen.
type quiet struct {
	times   uint64 // it has happened, plus 1; 0 if this is free
	factors [len(strengths)]float64
}

func newEvents(rows int) *events {
	return &events{rows: rows, nothing: make([]quiet, 1<<bits.Len(uint(rows/8)))}
}

// note keeps what happens in a deal.
func (e *events) note(rows []int32) {
	at := e.waiting % chunk
	if at == 0 {
		e.happen = append(e.happen, make([]uint16, e.rows)...)
	}
	e.waiting++
	last := e.happen[len(e.happen)-e.rows:]
	for _, row := range rows {
		last[row] |= 1 << at
	}
}

func (e *events) reset() { e.waiting, e.happen = 0, e.happen[:0] }

// settleEvents settles the bets on the events of a table; see [table.settle].
func settleEvents[C uint16 | int64](t *table, cells []C, deals float64) {
	e := t.events
	for happen := e.happen; len(happen) > 0; happen = happen[e.rows:] {
		number := min(e.waiting, chunk)
		e.waiting -= number
		var shares [chunk][len(strengths)]float64
		for i := range shares[:number] {
			shares[i] = [...]float64{1 / (deals + strengths[0]), 1 / (deals + strengths[1])}
			deals++
		}
		settleChunk(t, cells, shares[:number], happen[:e.rows])
	}
	e.reset()
}

func settleChunk[C uint16 | int64](t *table, cells []C, shares [][len(strengths)]float64, happen []uint16) {
	nothing := t.events.nothing
	clear(nothing)
	gain := [2]float64(t.gain)
	for row, happens := range happen {
		times := (*[2]C)(cells[2*row:])
		var factors [len(strengths)]float64
		if happens == 0 {
			q := &nothing[int(times[1])&(len(nothing)-1)]
			if known := uint64(times[1]) + 1; q.times != known {
				*q = quiet{known, quietFactors(float64(times[0]), gain[0], shares)}
			}
			factors = q.factors
		} else {
			factors = eventFactors(int64(times[0]), int64(times[1]), &gain, shares, happens)
		}
		happened := bits.OnesCount16(happens)
		times[0] += C(len(shares) - happened)
		times[1] += C(happened)
		w := t.Wagers[2*row:][:2]
		w[0].Times(factors[0])
		w[1].Times(factors[1])
	}
}

func quietFactors(count, gain float64, shares [][len(strengths)]float64) [len(strengths)]float64 {
	a0, a1 := strengths[0], strengths[1]
	p0, p1 := 1.0, 1.0
	for i := range shares {
		r := &shares[i]
		c := count * gain
		p0 *= (c + a0) * r[0]
		p1 *= (c + a1) * r[1]
		count++
	}
	return [...]float64{p0, p1}
}

func eventFactors(not, did int64, gain *[2]float64, shares [][len(strengths)]float64,
	happens uint16) [len(strengths)]float64 {
	a0, a1 := strengths[0], strengths[1]
	p0, p1 := 1.0, 1.0
	bits := int64(happens)
	for i := range shares {
		r := &shares[i]
		is := bits & 1
		bits >>= 1
		n := not + (did-not)&-is // without a branch, which would be foretold wrong
		not += 1 - is
		did += is
		c := float64(n) * gain[is]
		p0 *= (c + a0) * r[0]
		p1 *= (c + a1) * r[1]
	}
	return [...]float64{p0, p1}
}
