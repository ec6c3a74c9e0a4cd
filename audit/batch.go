package audit

import (
	"math/bits"

	"github.com/yates-shuffle/yates"
)

// A batch gathers deals of few items: there are so few orders that it pays to bet
// on each order once for all the deals that had it. The bets on all deals of a
// batch are those that stood at its beginning, which is one way of betting on one
// deal after the other: the learners just learn later.
type batch struct {
	orders [][]int32 // by rank
	counts [][]int32 // by bank
	size   int64     // deals in it

	first, least, most int64 // deals before the first batch, and in a batch
}

func newBatch(n, banks int) *batch {
	b := &batch{first: 1 << 10, least: 1, most: 1 << 13}
	orders := factorial(n)
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

// full reports whether it is time to settle, after that many deals in all.
func (b *batch) full(deals int64) bool {
	return b.size >= min(max(deals/16, b.least), b.most)
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

// settle makes the banks bet on the counted deals.
func (b *batch) settle(banks []*bank) {
	for i, bank := range banks {
		bank.enter(b.size)
		for rank, count := range b.counts[i] {
			if count > 0 {
				bank.look(b.orders[rank])
				bank.bet(int(count))
			}
		}
		for rank, count := range b.counts[i] {
			if count > 0 {
				bank.look(b.orders[rank])
				bank.learn(int(count))
				b.counts[i][rank] = 0
			}
		}
	}
	b.size = 0
}
