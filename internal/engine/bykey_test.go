package engine

import (
	"bytes"
	"fmt"
	"math/big"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	slow "github.com/yates-shuffle/yates/internal/twin"
	"github.com/yates-shuffle/yates/order"
)

// TestByKey: where a bucket has many keys, they are sorted, and cut at a share, in memory as from the temporary file,
// also those of big buckets.
func TestByKey(t *testing.T) {
	t.Parallel()
	var text []byte
	for i := range 15_000 {
		text = fmt.Appendf(text, "%d\t%d\n", i%10_000, i)
	}
	for _, share := range []*big.Rat{nil, big.NewRat(1, 3), big.NewRat(9999, 10000), new(big.Rat)} {
		job := &slow.Job{Seed: testSeed, OrderBy: []int{1}, Share: share, Head: -1}
		want := written(job, text)
		for _, tune := range []tuning{{}, {copy: true}, {chunk: 10_000, memory: 20_000, slab: 12_000},
			{chunk: 10_000, memory: 20_000, slab: 12_000, big: 100, bigUnspilled: 100}} {
			opt := optionsOf(job)
			opt.tune = tune
			got, spilled := shuffled(t, opt, files.hand(t, false, [][]byte{text})...)
			if !bytes.Equal(got, want) || (spilled > 0) != (tune.memory > 0 && len(want) > 0) {
				t.Errorf("%v, %+v, %d bytes spilled: %s", share, tune, spilled, differ(got, want))
			}
		}
	}
	opt := Options{Seed: &testSeed, Rule: Rule{Kind: ask.ByKey, By: []Column{{Number: 1}},
		Shares: order.Parts{1 << 62}}}
	c, err := Collect(t.Context(), opt, files.hand(t, false, [][]byte{text})...)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if most := int64(len(text)); c.store.Bytes() > most/3 {
		t.Errorf("a sample of a quarter keeps %d of %d bytes", c.store.Bytes(), most)
	}
}
