package audit_test

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit"
)

func ordered(items []int, o audit.OrderOptions) *audit.Report {
	a := audit.NewOrder(len(items), o)
	for _, x := range items {
		a.Observe(x)
	}
	a.End()
	return a.Report()
}

// Each mistake is found within so many items, and called what it is. For those of the first lines it is three times
// what a first prototype took.
func TestOrderFinds(t *testing.T) {
	const n = 100_000
	r := rand.New(rand.NewPCG(43, 1))
	for _, c := range []struct {
		name   string
		items  []int
		within int64
		like   string
		size   float64 // within 20%
	}{
		{"a buffer of 100", buffered(ascending(n), 100, r), 30, "buffer", 100},
		{"a buffer of 1,000", buffered(ascending(n), 1000, r), 30, "buffer", 1000},
		{"a buffer of 10,000", buffered(ascending(n), 10_000, r), 42, "buffer", 10_000},
		{"a buffer of 50,000", buffered(ascending(n), 50_000, r), 78, "buffer", 50_000},
		{"a buffer of 90,000", buffered(ascending(n), 90_000, r), 1641, "buffer", 90_000},
		{"shards", sharded(n, 1000, r), 30, "shards", 1000},
		{"shards and a buffer", buffered(sharded(n, 1000, r), 5000, r), 78, "open", 5000},
		{"shards and a large buffer", buffered(sharded(n, 1000, r), 20_000, r), 183, "open", 20_000},
		{"shards and a buffer of half", buffered(sharded(n, 1000, r), n/2, r), 1000, "open", n / 2},
		{"remainders, 0.7", remainders(n, n*10/7, r), 1398, "uneven", 0},
		{"remainders, 0.47", remainders(n, n*100/47, r), 15_729, "uneven", 0},
		{"remainders, 0.23", remainders(n, n*100/23, r), 18_834, "uneven", 0},

		{"shards of 2", sharded(n, 2, r), 30, "shards", 2},
		{"shards of 10", sharded(n, 10, r), 30, "shards", 10},
		{"shards of 20,000", sharded(n, 20_000, r), 60, "shards", 20_000},
		{"four shards", sharded(n, n/4, r), 60, "shards", n / 4},
		{"blocks of 500", blocked(n, 500, r), 30, "blocks", 500},
		{"halves shuffled apart", blocked(n, n/2, r), 90, "blocks", n / 2},
		{"pairs as they were", eachSorted(sharded(n, 2, r), 2), 30, "pieces", 2},
		{"four pieces", eachSorted(sharded(n, n/4, r), n/4), 30, "pieces", n / 4},
		{"a Feistel network of 2 rounds", feistel(n, 2, r), 1000, "steps", 0},
		{"keys of 16 bits", keyed(n, r), 1000, "sorted", 0},
		{"a congruential generator", followed(n, 4821, 7, n), 100, "steps", 0},
		{"a congruential generator of 2^17", followed(n, 1664525, 1013904223, 1<<17), 100, "steps", 0},
		{"a step that repeats", stepped(n, 61803), 10, "step", 61803},
		{"the old order reversed, and a buffer", buffered(reversed(ascending(n)), 1000, r), 30, "mirrored", 1000},
		{"no shuffle", ascending(n), 10, "unmoved", 0},
		{"sorted halves", slices.Concat(ascending(n)[n/2:], ascending(n/2)), 10, "rotated", n / 2},
		{"the old order reversed", reversed(ascending(n)), 10, "reversed", 0},
		{"the old order reversed, rotated", reversed(slices.Concat(ascending(n)[n/3:], ascending(n/3))), 10, "reversed",
			n/3 - 1},
		{"reversed shards", reversed(eachSorted(sharded(n, 1000, r), 1000)), 30, "pieces", 1000},
		{"halves of few shuffled apart", blocked(2000, 1000, r), 90, "blocks", 1000},
		{"four readers by eights", batched(3000, 4, 8, r), 30, "turns", 4},
		{"forty parts in the same order", inTurn(alike(n, 40, r), 40, nil), 90, "turns", 40},
		{"shards as they were", eachSorted(sharded(n, 1000, r), 1000), 30, "pieces", 1000},
		{"sorted runs", eachSorted(r.Perm(n), 1000), 30, "sorted", 1000},
		{"sorted halves merged", inTurn(ascending(n), 2, r), 30, "open", 2},
		{"any of 16 sorted parts", inTurn(ascending(n), 16, r), 90, "open", 16},
		{"slices in the same order", inTurn(alike(n, 8, r), 8, nil), 90, "turns", 8},
		{"shards of two machines in turn", inTurn(sharded(n, 5000, r), 2, nil), 20_000, "turns", 2},
		{"sorted parts in turn", inTurn(ascending(n), 16, nil), 90, "turns", 16},
		{"shuffled parts in turn", inTurn(sharded(n, n/8, r), 8, nil), 300, "turns", 8},

		{"shards of 13", sharded(n, 13, r), 30, "shards", 13},
		{"shards of 35", sharded(10_000, 35, r), 30, "shards", 35},
		{"shards of 47", sharded(10_000, 47, r), 30, "shards", 47},
		{"shards of 90 to 110", unequal(20_000, 90, 110, r), 30, "shards", 100},
	} {
		report := ordered(c.items, audit.OrderOptions{})
		if report.Verdict != audit.Biased || report.AlarmAt > c.within || report.BestLog10E < report.Log10E-1e-9 {
			t.Errorf("%s: %s after %d items, not %d", c.name, report.Verdict, report.AlarmAt, c.within)
			continue
		}
		like := report.Ordered.Like[0]
		if like.Kind != c.like || c.size > 0 && math.Abs(like.Size-c.size) > 0.2*c.size {
			t.Errorf("%s is like %s", c.name, like.Text)
		}
		if like.Low > 0 && (like.Low > c.size*1.01 || like.High < c.size*0.99) {
			t.Errorf("%s is from %v to %v", c.name, like.Low, like.High)
		}
	}
}

// What no law explains gets no mend, and no words about what made it.
func TestOrderUnexplained(t *testing.T) {
	const n = 100_000
	hashed := byKeys(20_000, func(x int) float64 { return float64(uint64(x) * 2654435761 >> 20 & 1023) })
	if like := ordered(hashed, audit.OrderOptions{}).Ordered.Like[0]; like.Kind != "step" { // 31 parts that drift
		t.Errorf("buckets of a hash are like %s", like.Text)
	}
	r := rand.New(rand.NewPCG(57, 8))
	for name, items := range map[string][]int{
		"the first half as it was": partly(n, 0, n/2, r), "the last half as it was": partly(n, n/2, n, r),
		"the first 95% as they were": partly(n, 0, 95*n/100, r), "the last tenth as it was": partly(n, n-n/10, n, r),
		"the first 1% as it was": partly(n, 0, n/100, r), "some swaps": swapped(n, n/10, r), "more swaps": swapped(n, n/2, r),
		"the first 5% of few":             partly(200, 0, 10, r),
		"the first half twice as early":   tilted(n, r),
		"items that move some places":     drifted(3000, 150, r),
		"a congruential generator":        followed(n, 4821, 7, n),
		"jitter":                          jittered(20_000, 5000, r),
		"little jitter":                   jittered(1000, 250, r),
		"windows that overlap":            overlapping(3000, 150, r),
		"parts at unequal speed":          hurried(8000, 4, r),
		"shards that are hardly shuffled": shaken(sharded(20_000, 50, r), 50, 3, r),
		"shards of few swaps":             shaken(sharded(24_000, 60, r), 60, 5, r),
		"turns of 2 and 3": turns([]int{0, 0, 1, 1, 1}, buffered(ascending(8000), 300, r),
			buffered(reversed(ascending(20_000))[:12_000], 300, r)),
		"turns of 1 and 2": turns([]int{0, 1, 1}, buffered(ascending(10_000), 200, r),
			buffered(reversed(ascending(30_000))[:20_000], 200, r)),
		"turns of A, B, C and B": turns([]int{0, 1, 2, 1}, part(0, 5000, r), part(5000, 15_000, r),
			part(15_000, 20_000, r)),
		"turns of 3, 2 and 1": turns([]int{0, 0, 0, 1, 1, 2}, part(0, 9000, r), part(9000, 15_000, r),
			part(15_000, 18_000, r)),
		"batches sorted by remainders": batchesBy(20_000, 16, 1000, r),
		"a weak Feistel network":       weakFeistel(1 << 14),
		"bits reversed": byKeys(1<<14, func(x int) float64 {
			return float64(bits.Reverse32(uint32(x)))
		}),
		"a buffer twice":                          buffered(buffered(ascending(5000), 100, r), 100, r),
		"halves of few, the second first":         reversed(blocked(200, 100, r)),
		"halves shuffled apart, the second first": reversed(blocked(n, n/2, r)),
	} {
		report := ordered(items, audit.OrderOptions{})
		for _, like := range report.Ordered.Like {
			switch like.Kind {
			case "uneven", "steps", "parts", "early", "kept", "stay",
				"stretch", "near":
			default:
				t.Errorf("%s is like %s", name, like.Text)
			}
		}
		if report.Verdict != audit.Biased || report.Remedy != "" || strings.Contains(report.Cause(), "generator") {
			t.Errorf("%s: %s", name, report)
		}
	}
}

// Words say no more than is known: no range that is a number, and no keys where runs are of just so many.
func TestOrderSays(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 5))
	for want, items := range map[string][]int{
		"most items come 3,333 before the last, as by a step that repeats": stepped(10_000, 6667),
		"no item is more than 99 of 20,000 places from where it was, as where blocks of about 101 (100 to 102) are " +
			"shuffled one after the other": blocked(20_000, 100, r),
		"sorted within runs of 500 items":                           eachSorted(r.Perm(20_000), 500),
		"runs of 32 items that come as they were, in another order": stacked(ascending(9600), 32),
		"as from shards that go through a buffer of 2 of 20,000 items, or from so many open shards, any of which " +
			"gives the next": inTurn(ascending(20_000), 2, r),
	} {
		if report := ordered(items, audit.OrderOptions{}); report.Cause() != want || report.Remedy == "" {
			t.Errorf("%s", report)
		}
	}
}

// Choices of words of few values are told with the order's last item.
func TestOrderOfWords(t *testing.T) {
	const n = 100_000
	r := rand.New(rand.NewPCG(61, 4))
	for words, says := range map[int]string{1 << 15: "15 bits", 1<<15 - 1: "2^15-1 values"} {
		report := ordered(backward(n, words, r), audit.OrderOptions{})
		if like := report.Ordered.Like; like[0].Kind != "words" || report.Remedy == "" || like[0].Text !=
			"swaps from the last place to the first with choices that are remainders of words of about "+says {
			t.Errorf("%s", report)
		}
	}
}

// What was counted comes before what no law explains, and is so.
func TestOrderCounts(t *testing.T) {
	const n = 100_000
	r := rand.New(rand.NewPCG(61, 1))
	for want, items := range map[string][]int{
		"from item 90,001 on nothing moved":                             partly(n, n-n/10, n, r),
		"the first 50,000 items are where they were":                    partly(n, 0, n/2, r),
		"of 100,000 items are where they were (fair: about 1); ":        swapped(n, n/2, r),
		"99,998 of 100,000 items are where they were":                   swapped(n, 1, r),
		"501 of 100,000 items are where they were":                      pinned(n, 500, r),
		"the first 50,000 items are 50001 to 100000, and no others":     reversed(blocked(n, n/2, r)),
		"the first 10 items are where they were; of the":                partly(200, 0, 10, r),
		"the first 5 items are where they were; of the":                 partly(2000, 0, 5, r),
		" of 20,000 items follow a lower one (fair: about half); which": reversed(eachSorted(r.Perm(20_000), 64)),
		" items come 3 places later than they were": func() []int {
			rotated := swapped(5000, 100, r)
			return slices.Concat(rotated[4997:], rotated[:4997])
		}(),
		" items come 7 places earlier than they were": func() []int {
			rotated := swapped(5000, 100, r)
			return slices.Concat(rotated[7:], rotated[:7])
		}(),
	} {
		if report := ordered(items, audit.OrderOptions{}); !strings.Contains(report.Cause(), want) {
			t.Errorf("no %q in %s", want, report.Cause())
		}
	}
}

// An epoch that is an earlier one, turned or not, or that follows from the one before as that did, is found when it
// ends. Over all orders of three epochs, the evidence is 1 on average.
func TestEpochsAgain(t *testing.T) {
	const n = 2000
	r := rand.New(rand.NewPCG(61, 2))
	then := func(a, b []int) []int { // a, shuffled by b
		c := make([]int, n)
		for i, x := range b {
			c[i] = a[x]
		}
		return c
	}
	first, second := r.Perm(n), r.Perm(n)
	inverse := make([]int, n)
	for i, x := range first {
		inverse[x] = i
	}
	added, mirrored, once := make([]int, n), make([]int, n), slices.Clone(first)
	for i, x := range first {
		added[i], mirrored[i] = (x+777)%n, n-1-x
	}
	once[5], once[700] = once[700], once[5]
	narrow, xored := buffered(ascending(n), 50, r), make([]int, n)
	for i, x := range first {
		xored[i] = x ^ 8
	}
	for want, epochs := range map[string][][]int{
		"epoch 2 depends on epoch 1; how is not known": {first, xored},
		"epoch 2 is epoch 1; epoch 3 is the reverse of epoch 1; epoch 1 by itself: as from a shuffle buffer of " +
			"50 of 2,000 items; early items come early: of the first tenth of the order, 93% are from the first tenth of the old one, not 10%": {
			narrow, narrow, reversed(slices.Clone(narrow))},
		"at 1,998 of 1,998 places looked at, the number follows from the last one as in epoch 1": {first, second, added},
		"1,997 of 1,999 places looked at have the item that they had in epoch 1":                 {first, second, once},
		"1,997 of 1,997 items looked at come right after the same item as in epoch 1": {first, second,
			append(slices.Clone(first[777:]), first[:777]...)},
		"at 1,199 of 1,999 places looked at, the number follows from the last one as in epoch 1": {first, second,
			slices.Concat(first[:1200], buffered(first[1200:], n-1200, r))},
		"":                                  {first, second, r.Perm(n)},
		"epoch 3 is epoch 1":                {first, second, first},
		"epoch 2 is the inverse of epoch 1": {first, inverse},
		"epoch 3 is the complement (n − 1 − x in place of x) of epoch 1": {first, second, mirrored},
		"epoch 3 is the reverse of epoch 1":                              {first, second, reversed(slices.Clone(first))},
		"epoch 2 comes from epoch 1 as epoch 1 came from the data":       {first, then(first, first)},
		"the way from epoch 2 to epoch 3 is the way from epoch 1 to epoch 2": {first, then(first, second),
			then(then(first, second), second)},
	} {
		a := audit.NewOrder(n, audit.OrderOptions{Again: true})
		for _, epoch := range epochs {
			for _, x := range epoch {
				a.Observe(x)
			}
			a.End()
		}
		if got := a.Report(); got.Cause() != want || got.Verdict.Alarm() != (want != "") {
			t.Errorf("%s: %s", want, got)
		}
	}
	a := audit.NewOrder(10*n, audit.OrderOptions{Again: true})
	b := audit.NewOrder(n, audit.OrderOptions{Again: true})
	for range 2 { // which are alike, but do not follow from each other
		for _, x := range sharded(10*n, 500, r) {
			a.Observe(x)
		}
		for _, x := range eachSorted(sharded(n, 10, r), 10) {
			b.Observe(x)
		}
		a.End()
		b.End()
	}
	if like := a.Report().Ordered.Like; like[0].Kind != "shards" {
		t.Errorf("shards of two epochs are like %s", like[0].Text)
	}
	if like := b.Report().Ordered.Like; like[0].Kind != "pieces" || len(like) > 1 {
		t.Errorf("pieces of two epochs are like %s", like[0].Text)
	}
	all, sum, times := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}, 0.0, 0.0
	for _, x := range all {
		for _, y := range all {
			for _, z := range all {
				a := audit.NewOrder(3, audit.OrderOptions{Again: true})
				for _, epoch := range [][]int{x, y, z} {
					for _, item := range epoch {
						a.Observe(item)
					}
					a.End()
				}
				sum, times = sum+math.Pow(10, a.Now().Log10E), times+1
			}
		}
	}
	if math.Abs(sum/times-1) > 1e-9 {
		t.Errorf("the evidence of fair epochs is %v on average", sum/times)
	}
}

// What won up to the alarm is still why, if all that comes later is fair.
func TestOrderLostLater(t *testing.T) {
	const n = 100_000
	r := rand.New(rand.NewPCG(57, 9))
	items := r.Perm(n)
	slices.SortStableFunc(items[:100], func(x, y int) int { return x*2/n - y*2/n }) // some 50 of the first half come first
	report := ordered(items, audit.OrderOptions{})
	if report.AlarmAt == 0 || report.AlarmAt > 50 || report.Ordered.Like[0].Text == "" ||
		report.Findings[0].Kind != audit.KindLearned || report.Findings[0].Log10E < 5 || report.Remedy != "" {
		t.Errorf("%s%+v", report, report.Findings)
	}
}

// No fair order of two independent sources raises the alarm, which fair ones do with a probability of at most 10⁻⁶
// each. The seeds are fixed, so this test always has the same outcome.
func TestOrderFair(t *testing.T) {
	sum, number := 0.0, 0
	for source, r := range []*rand.Rand{
		rand.New(rand.NewPCG(4, 3)), rand.New(rand.NewChaCha8([32]byte{4, 3})),
	} {
		for n, times := range map[int]int{10: 300, 100: 60, 3000: 30, 100_000: 2} {
			for range times {
				report := ordered(r.Perm(n), audit.OrderOptions{})
				if report.Verdict != audit.NothingFound || len(report.Ordered.Like) > 0 {
					t.Errorf("source %d: %s", source, report)
				}
				sum += math.Pow(10, min(report.Log10E, 3))
				number++
			}
		}
	}
	// Fortunes at the end are 1 on average; most have lost.
	if mean := sum / float64(number); mean < 0.05 || mean > 2 {
		t.Errorf("fortunes are %v on average", mean)
	}
}

// Many items at a time are observed like one after the other, with those that are none or come twice.
func TestOrderObserveAll(t *testing.T) {
	const n = 5000
	items := append(rand.New(rand.NewPCG(1, 1)).Perm(n), -1, n+6, math.MaxInt, math.MinInt, 7, n/2)
	all := audit.NewOrder(len(items), audit.OrderOptions{})
	for few := range slices.Chunk(items, 37) {
		all.ObserveAll(few)
	}
	all.End()
	if got, want := all.Report(), ordered(items, audit.OrderOptions{}); !reflect.DeepEqual(got, want) {
		t.Errorf("together: %+v\nnot as one by one: %+v", got, want)
	}
}

// What is lost, doubled or unknown is counted.
func TestOrderBroken(t *testing.T) {
	a := audit.NewOrder(100, audit.OrderOptions{})
	for x := range 90 {
		a.Observe(x)
	}
	var broken *audit.BrokenError
	for _, c := range []struct {
		item int
		says string
	}{
		{4, "5 comes twice"}, {6, "7 comes twice"}, {100, "100 is not one of the items 0 to 99"},
		{-1, "-1 is not one of the items 0 to 99"},
	} {
		if err := a.Observe(c.item); !errors.As(err, &broken) || err.Error() != "audit: "+c.says {
			t.Errorf("item %d again: %v", c.item, err)
		}
	}
	if err := a.End(); !errors.As(err, &broken) {
		t.Errorf("the end: %v", err)
	}
	r := a.Report()
	o := r.Ordered
	if r.Verdict != audit.Broken || r.BrokenDeals != 14 || !slices.Equal(o.Broken(), []string{
		"DOUBLED: 2 times an item came again: 5, 7",
		"UNKNOWN: 2 items came from elsewhere", "LOST: 10 items did not come: 91, 92, 93, 94, 95, 96, 97, 98 and 2 more",
	}) {
		t.Errorf("%s", r)
	}
}

// Epochs are audited in terms of the one before.
func TestOrderAgain(t *testing.T) {
	const n = 10_000
	r := rand.New(rand.NewPCG(43, 2))
	first := r.Perm(n)
	for name, c := range map[string]struct {
		second []int
		says   string
	}{
		"rotated": {append(slices.Clone(first[777:]), first[:777]...), "epoch 2 depends on epoch 1; " +
			"compared with it: the same order, rotated: it begins with place 778 of epoch 1"},
		"buffer": {buffered(first, 50, r), "epoch 2 depends on epoch 1; " +
			"compared with it: as from a shuffle buffer of 50 of 10,000 items; early items come early: " +
			"of the first tenth of the order, 98% are from the first tenth of epoch 1, not 10%"},
		"new": {r.Perm(n), ""},
	} {
		a := audit.NewOrder(n, audit.OrderOptions{Again: true})
		for _, x := range append(slices.Clone(first), c.second...) {
			if a.Observe(x); a.Now().Deals == n {
				a.End()
			}
		}
		a.End()
		report := a.Report()
		if like := report.Cause(); like != c.says || (like != "") != a.Done() {
			t.Errorf("%s: %s", name, report)
		}
	}
}

// What would have been found is said, and few items are too few.
func TestOrderConclude(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 3))
	for _, c := range []struct {
		n, equal int
		want     audit.Verdict
	}{{10, 0, audit.TooFew}, {2000, 0, audit.NothingFound}, {2000, 20, audit.NothingFound}, {2000, 1980, audit.TooFew}} {
		a := audit.NewOrder(c.n, audit.OrderOptions{Equal: c.equal})
		for _, x := range r.Perm(c.n) {
			a.Observe(x)
		}
		a.End()
		if report := a.Conclude(); report.Verdict != c.want || report.Ordered.Foreseen == nil {
			t.Errorf("%d items, %d equal: %s, %v", c.n, c.equal, report, report.Ordered.Foreseen)
		}
	}
}

// However often one asks, the answer is the same.
func TestOrderAsked(t *testing.T) {
	items := buffered(ascending(5000), 4000, rand.New(rand.NewPCG(43, 4)))
	want := ordered(items, audit.OrderOptions{})
	a := audit.NewOrder(len(items), audit.OrderOptions{})
	for i, x := range items {
		if a.Observe(x); i%37 == 0 {
			if a.Now(); i%740 == 0 {
				a.Report()
			}
		}
	}
	a.End()
	got := a.Report()
	if got.AlarmAt != want.AlarmAt || math.Abs(got.Log10E-want.Log10E) > 1e-9 ||
		math.Abs(got.BestLog10E-want.BestLog10E) > 1e-9 || len(got.Evidence) != len(want.Evidence) {
		t.Errorf("asked often:\n%s%+v\nasked once:\n%s%+v", got, got.Evidence, want, want.Evidence)
	}
}

// Of an order that goes on, what is said holds of what was read. Of one that has lost items, nothing is said.
func TestOrderIncomplete(t *testing.T) {
	const n = 10_000
	a := audit.NewOrder(n, audit.OrderOptions{})
	for _, x := range buffered(ascending(n), 1000, rand.New(rand.NewPCG(43, 5)))[:500] {
		a.Observe(x)
	}
	r := a.Report()
	if like := r.Ordered.Like; len(like) == 0 || like[0].Kind != "buffer" || math.Abs(like[0].Size-1000) > 200 {
		t.Errorf("%s", r)
	}
	a.End()
	if lost := a.Report(); r.AlarmAt == 0 || lost.Verdict != audit.Broken || lost.Ordered.Like != nil ||
		len(lost.Findings) > 0 {
		t.Errorf("%s", lost)
	}
}
