package audit_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// strangers are mistakes that no suspect makes.
func strangers() []suspects.Suspect {
	swaps := func(name string, choose func(i, n int, intn func(k int) int) int) suspects.Suspect {
		return suspects.Suspect{Name: name, Shuffle: func(s []int, intn func(k int) int) {
			for i := len(s) - 1; i > 0; i-- {
				j := choose(i, len(s), intn)
				s[i], s[j] = s[j], s[i]
			}
		}}
	}
	return []suspects.Suspect{
		{Name: "congruential", Shuffle: func(s []int, intn func(k int) int) {
			state := uint32(intn(1 << 30))
			for i := len(s) - 1; i > 0; i-- {
				state = state*1103515245 + 12345
				j := int(state&0x7fffffff) % (i + 1)
				s[i], s[j] = s[j], s[i]
			}
		}},
		{Name: "overhand", Shuffle: func(s []int, intn func(k int) int) {
			for range 30 {
				rest := slices.Clone(s)
				for at := 0; len(rest) > 0; {
					end := len(rest) - min(1+intn(12), len(rest))
					at += copy(s[at:], rest[end:])
					rest = rest[:end]
				}
			}
		}},
		swaps("step", func(i, _ int, intn func(k int) int) int {
			if j := intn(i + 1); i != 40 {
				return j
			}
			return i
		}),
		swaps("mean of two", func(i, _ int, intn func(k int) int) int { return (intn(i+1) + intn(i+1)) / 2 }),
		swaps("rounded", func(i, _ int, intn func(k int) int) int { return (intn(2*i+1) + 1) / 2 }),
	}
}

// A wrong cause is named alone in at most 1% of audits, and a known mistake is among the
// causes in most. The command audits as this does.
func TestCauses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and has no goroutines of its own")
	}
	const audits = 10
	const n, most = 52, 1000
	total, wrong := 0, 0
	for _, s := range append(suspects.All(), strangers()...) {
		if s.Breaks || s.Seeds > 1<<10 {
			continue
		}
		right, alone, among, other, seen := 0, 0, 0, 0, int64(0)
		deal := make([]int, n)
		for seed := range audits {
			r := rand.New(rand.NewPCG(uint64(seed), 99))
			a := audit.New(n, audit.Options{})
			for (!a.Alarm() || a.Deals() < audit.LeastNamed) && a.Deals() < most {
				for i := range deal {
					deal[i] = i
				}
				s.Shuffle(deal, r.IntN)
				if err := a.Observe(deal); err != nil {
					t.Fatal(err)
				}
			}
			if !a.Alarm() {
				break // and so the others, or nearly
			}
			seen++
			causes := a.Report().Causes
			name := s.Name
			if s.Seeds > 0 {
				name = audit.FewSeeds
			}
			switch {
			case slices.Equal(causes, []string{name}):
				right++
			case slices.Contains(causes, name):
				among++
			case len(causes) == 1:
				alone++
			case len(causes) > 1:
				other++
			}
		}
		t.Logf("%-14s of %3d audits: named in %d, among several in %d, another named in %d, others in %d", s.Name, seen,
			right, among, alone, other)
		total += int(seen)
		wrong += alone
	}
	if total < 10*audits || 100*wrong > total {
		t.Errorf("a wrong cause was named alone in %d of %d audits", wrong, total)
	}
}
