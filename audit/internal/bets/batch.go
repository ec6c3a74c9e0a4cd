package bets

import (
	"math/bits"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// A batch is deals of few items: there are so few orders that it pays to bet on each order once for
// all the deals that had it. The bets on all deals of a batch are those that stood at its beginning, and
// where it ends was known then. This is one way of betting on one deal after the other: the learners just
// learn later. So it does not matter when its bets are settled, nor in how many goes.
type batch struct {
	orders [][]int32 // by rank
	counts [][]int32 // of the deals that wait to be settled, by bank
	end    int64     // deals after which the next one begins

	first, least, most int64 // deals before the first batch, and in a batch
}

func newBatch(n, banks int) *batch {
	b := &batch{first: 1 << 10, least: 1, most: 1 << 13}
	orders := laws.Orders(n)
	for rank := range orders {
		order := make([]int32, n)
		for i, x := range yates.Unrank(n, uint64(rank)) {
			order[i] = int32(x)
		}
		b.orders = append(b.orders, order)
	}
	for range banks {
		b.counts = append(b.counts, make([]int32, orders))
	}
	return b
}

func (b *batch) reset() {
	for _, counts := range b.counts {
		clear(counts)
	}
	b.end = 0
}

// size returns how many deals a batch has that begins after so many.
func (b *batch) size(deals int64) int64 { return min(max(deals/32, b.least), b.most) }

// left returns how many deals there are, after so many, until a batch ends.
func (b *batch) left(deals int64) int64 {
	if deals < b.end {
		return b.end - deals
	}
	return b.size(deals)
}

// begin begins a batch after so many deals: what the last one saw is learned.
func (b *batch) begin(deals int64, banks []*bank) {
	b.settle(banks)
	b.end = deals + b.size(deals)
	for _, bank := range banks {
		bank.learnBatch()
		bank.enter(b.size(deals))
	}
}

// add counts a deal, or a change, of a bank.
func (b *batch) add(bank int, deal []int32) {
	left, rank := uint32(1)<<len(deal)-1, 0
	for i, x := range deal {
		bit := uint32(1) << (x & 31)
		rank = rank*(len(deal)-i) + bits.OnesCount32(left&(bit-1))
		left &^= bit
	}
	b.counts[bank][rank]++
}

// settle settles the bets on the deals that wait.
func (b *batch) settle(banks []*bank) {
	for i, bank := range banks {
		bank.settleBatch(b.orders, b.counts[i])
		clear(b.counts[i])
	}
}

// tabulate looks at each order once.
func (b *bank) tabulate(orders [][]int32) *tabulated {
	all := &tabulated{cells: make([][]int32, len(b.tables))}
	all.lns = make([][]float64, len(b.laws))
	for _, order := range orders {
		b.look(order)
		for i, l := range b.laws {
			all.lns[i] = append(all.lns[i], l.gain(b))
		}
		for i, t := range b.tables {
			all.cells[i] = t.appendCells(all.cells[i])
		}
	}
	return all
}

// settleBatch settles the bets of a batch on deals that had each order as often as is counted.
func (b *bank) settleBatch(orders [][]int32, counts []int32) {
	deals := int64(0)
	for _, count := range counts {
		deals += int64(count)
	}
	if deals == 0 {
		return
	}
	if b.known == nil {
		b.known = b.tabulate(orders)
	}
	for i, l := range b.laws {
		players := l.Playing()
		if len(players) == 0 {
			continue
		}
		sum := 0.0
		for rank, count := range counts {
			if count > 0 { // or it may be 0·∞
				sum += float64(count) * b.known.lns[i][rank]
			}
		}
		for i := range players {
			players[i].Add(sum)
		}
	}
	for i, t := range b.tables {
		cells, rows := b.known.cells[i], t.Rows()
		for rank, count := range counts {
			if count > 0 {
				t.noteCells(cells[rank*rows:][:rows], count)
			}
		}
	}
	for _, j := range b.joints {
		for rank, count := range counts {
			if count > 0 {
				j.look(orders[rank])
				if !j.rests {
					j.Bet(int(count))
				}
				j.note(count)
			}
		}
	}
	b.deals += float64(deals)
}

// learnBatch learns from the deals of a batch.
func (b *bank) learnBatch() {
	for _, j := range b.joints {
		j.learnNoted()
		j.plays(b.turn&3 == 0)
	}
}
