package order

import (
	"fmt"
	"sort"

	"github.com/yates-shuffle/yates/internal/stream"
)

// Source returns the seed of source n of a mixture, counted from 0. The seeds of different sources are independent of
// each other, of s, and of the epochs of s.
func (s Seed) Source(n uint64) Seed { return stream.Key(s, "mixture", n) }

// Mixture returns the mixture that the seed gives: of source i, which has records[i] records, counts[i] are used. The
// sources are used in an order that is uniform, and each in its own order, epoch after epoch: no record of a source
// comes again before all its others have come. result[p] is the number of the record at place p, counted from 0
// through all sources, as if they were one list.
//
// It takes O(n) time and memory for n places and for the records of the sources. It panics if there are not as
// many records as counts, if a number is negative, or if a source is used that has no records.
func Mixture(seed Seed, records, counts []int) []int {
	if len(records) != len(counts) {
		panic(fmt.Sprintf("order: Mixture of %d sources with %d counts", len(records), len(counts)))
	}
	total := 0
	for i, n := range records {
		if n < 0 || counts[i] < 0 || n == 0 && counts[i] > 0 {
			panic(fmt.Sprintf("order: Mixture with %d of %d records of source %d", counts[i], n, i))
		}
		total += counts[i]
	}
	return mix(Of(seed, total), records, counts, func(i, epoch int) []int {
		return Of(seed.Source(uint64(i)).Epoch(uint64(epoch)), records[i])
	})
}

// mix turns the order of all places into a mixture: the first counts[0] numbers in it stand for the first source, and
// so on. The orders are parameters so that a test can try all of them.
func mix(places, records, counts []int, orderOf func(source, epoch int) []int) []int {
	used, orders := make([]int, len(records)), make([][]int, len(records))
	ends, bases := make([]int, len(records)+1), make([]int, len(records)+1) // of places, of records
	for i, n := range records {
		ends[i+1], bases[i+1] = ends[i]+counts[i], bases[i]+n
	}
	mixed := make([]int, len(places))
	for p, x := range places {
		i := sort.SearchInts(ends[1:], x+1) // the first that ends beyond x
		at := used[i] % records[i]
		if at == 0 {
			orders[i] = orderOf(i, used[i]/records[i])
		}
		mixed[p] = bases[i] + orders[i][at]
		used[i]++
	}
	return mixed
}
