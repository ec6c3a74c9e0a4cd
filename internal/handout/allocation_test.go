package handout

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// arrangements counts how many of the orders of a block's places give each arrangement of its arms.
func arrangements(block []string, counts map[string]int, done int) {
	if done == len(block) {
		counts[strings.Join(block, "")]++
		return
	}
	for i := done; i < len(block); i++ {
		block[done], block[i] = block[i], block[done]
		arrangements(block, counts, done+1)
		block[done], block[i] = block[i], block[done]
	}
}

// Each arrangement of a block is equally likely: the same number of the n! orders of its places gives each, and
// yates.Shuffle makes those equally likely.
func TestBlocksAreUniform(t *testing.T) {
	for _, c := range []struct {
		ratio        []int
		size, number int
	}{{[]int{1, 1}, 2, 2}, {[]int{1, 1}, 4, 6}, {[]int{1, 1}, 6, 20}, {[]int{2, 1}, 6, 15}, {[]int{2, 2, 1}, 5, 30}} {
		trial := Trial{Arms: []string{"A", "B", "C"}[:len(c.ratio)], Ratio: c.ratio}
		counts := make(map[string]int)
		arrangements(trial.Block(c.size), counts, 0)
		orders := 1
		for i := range c.size {
			orders *= i + 1
		}
		for arms, n := range counts {
			if len(counts) != c.number || n*c.number != orders {
				t.Errorf("ratio %v: %s comes from %d of %d orders, and there are %d arrangements, not %d", c.ratio, arms,
					n, orders, len(counts), c.number)
			}
		}
	}
}

// blocksOf returns the arms of the blocks of a stratum.
func blocksOf(rows []Allocation) (blocks [][]string) {
	for i, r := range rows {
		if r.Sequence != i+1 || r.Block < len(blocks) || r.Block > len(blocks)+1 {
			panic(fmt.Sprintf("row %d is %+v", i+1, r))
		}
		if r.Block > len(blocks) {
			blocks = append(blocks, nil)
		}
		blocks[r.Block-1] = append(blocks[r.Block-1], r.Arm)
	}
	return blocks
}

// Lists have whole blocks of the ratio, each arrangement about as often as the others, and so each size: one that is
// there twice is drawn twice as often, as Pascal's weights are 1, 2, 1. With a fixed seed there are no false alarms;
// blocks that are sorted by keys of one bit, or sizes by a remainder of a byte, would not pass.
func TestAllocate(t *testing.T) {
	trial := Trial{Arms: []string{"A", "B"}, Ratio: []int{1, 1}, Sizes: []int{2, 4, 4, 6}, Least: 160_000}
	if err := trial.Check(); err != nil {
		t.Error(err)
	}
	blocks := blocksOf(trial.Allocate(order.SeedFromText("yates"))[0])
	arrangements, sizes := make(map[string]float64), make(map[int]float64)
	for _, block := range blocks {
		sizes[len(block)] += 1 / float64(len(blocks))
		if len(block) == 4 {
			arrangements[strings.Join(block, "")] += 2 / float64(len(blocks))
		}
	}
	for size, want := range map[int]float64{2: 0.25, 4: 0.5, 6: 0.25} {
		if got := sizes[size]; got < want-0.008 || got > want+0.008 {
			t.Errorf("%.4f of the blocks have size %d", got, size)
		}
	}
	for arms, share := range arrangements {
		if len(arrangements) != 6 || share < 0.155 || share > 0.179 {
			t.Errorf("%.4f of the blocks are %s", share, arms)
		}
	}
}

// A stratum stays as it is if others are added.
func TestStrataAreIndependent(t *testing.T) {
	seed := order.SeedFromText("yates")
	trial := Trial{Arms: []string{"1", "2"}, Ratio: []int{2, 1}, Sizes: []int{3, 6}, Least: 10,
		Factors: []Factor{{"site", []string{"5"}}, {"sex", []string{"f", "m"}}}}
	few := trial.Allocate(seed)
	trial.Factors[0].Values = []string{"4", "5", "6"}
	many := trial.Allocate(seed)
	if len(few) != 2 || len(many) != 6 || !reflect.DeepEqual(few, many[2:4]) {
		t.Errorf("%v became\n%v", few, many)
	}
	total := 0
	blocks := blocksOf(many[0])
	for _, block := range blocks {
		if got := slices.Sorted(slices.Values(block)); strings.Count(fmt.Sprint(got), "1") != 2*len(block)/3 {
			t.Errorf("a block has %v", got)
		}
		total += len(block)
	}
	if last := blocks[len(blocks)-1]; total < 10 || total-len(last) >= 10 {
		t.Errorf("there are %d allocations", total)
	}
}
