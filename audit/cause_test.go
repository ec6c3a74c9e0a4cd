package audit_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// strangers are mistakes that no suspect makes. A title is the cause to name, if there is one.
func strangers() []suspects.Suspect {
	var stale int
	swaps := func(name string, choose func(i, n int, intn func(k int) int) int) suspects.Suspect {
		return suspects.Suspect{Name: name, Shuffle: func(s []int, intn func(k int) int) {
			for i := len(s) - 1; i > 0; i-- {
				j := choose(i, len(s), intn)
				s[i], s[j] = s[j], s[i]
			}
		}}
	}
	return []suspects.Suspect{
		{Name: "congruential", Title: lowestBit, Shuffle: func(s []int, intn func(k int) int) {
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
		swaps("stale index", func(i, _ int, intn func(k int) int) int {
			if j := intn(i + 1); intn(50) > 0 || stale > i {
				stale = j
			}
			return stale
		}),
		{Name: "wash", Shuffle: func(s []int, intn func(k int) int) {
			byKey(s, func(x int) float64 {
				sum := 0.0
				for range 12 { // nearly a normal variable
					sum += float64(intn(1<<20))/(1<<20) - 0.5
				}
				return float64(x) + sum*float64(len(s))
			})
		}},
		{Name: "sticky", Shuffle: func(s []int, intn func(k int) int) {
			fisherYates(s, intn)
			for x := range len(s) - 1 {
				if intn(10) == 0 {
					s = moved(s, slices.Index(s, x+1), slices.Index(s, x)+1)
				}
			}
		}},
		{Name: "redder", Shuffle: func(s []int, intn func(k int) int) {
			fisherYates(s, intn)
			for i := range len(s) / 2 {
				if j := len(s)/2 + intn(len(s)/2); s[i] >= len(s)/2 && s[j] < len(s)/2 && intn(10) == 0 {
					s[i], s[j] = s[j], s[i]
				}
			}
		}},
		{Name: "Thorp", Shuffle: func(s []int, intn func(k int) int) {
			half := len(s) / 2
			for range 8 {
				old := slices.Clone(s)
				for i := range half {
					c := intn(2)
					s[2*i], s[2*i+1] = old[i+c*half], old[i+(1-c)*half]
				}
			}
		}},
		{Name: "halves", Shuffle: func(s []int, intn func(k int) int) {
			if fisherYates(s, intn); intn(10) == 0 {
				slices.SortStableFunc(s, func(x, y int) int { return x/26 - y/26 })
			}
		}},
		swaps("window", func(i, _ int, intn func(k int) int) int { return i - intn(min(i+1, 40)) }),
		{Name: "kept from the top", Shuffle: func(s []int, intn func(k int) int) {
			if fisherYates(s, intn); s[0] < 13 {
				fisherYates(s, intn)
			}
		}},
		{Name: "pinned", Shuffle: func(s []int, intn func(k int) int) {
			if fisherYates(s, intn); intn(25) == 0 {
				moved(s, slices.Index(s, 17), 0)
			}
		}},
		{Name: "half of the deals six riffles", Shuffle: func(s []int, intn func(k int) int) {
			if intn(2) == 0 {
				fisherYates(s, intn)
			} else {
				suspects.Riffle(6).Shuffle(s, intn)
			}
		}},
		{Name: "neighbours in order", Shuffle: func(s []int, intn func(k int) int) {
			fisherYates(s, intn)
			for x := range len(s) - 1 {
				if i, j := slices.Index(s, x), slices.Index(s, x+1); i > j && intn(20) == 0 {
					s[i], s[j] = s[j], s[i]
				}
			}
		}},
		{Name: "swaps", Shuffle: func(s []int, intn func(k int) int) {
			for range 2 * len(s) {
				i, j := intn(len(s)), intn(len(s))
				s[i], s[j] = s[j], s[i]
			}
		}},
	}
}

func byKey(s []int, key func(x int) float64) {
	keys := make([]float64, len(s))
	for x := range keys {
		keys[x] = key(x)
	}
	slices.SortStableFunc(s, func(x, y int) int { return cmp.Compare(keys[x], keys[y]) })
}

// moved moves what is at a place to another.
func moved(s []int, from, to int) []int {
	x := s[from]
	return slices.Insert(slices.Delete(s, from, from+1), min(to, len(s)-1), x)
}

const deck = 52 // items

// audits audits the deals of a new shuffle of a deck until it can be explained, with each of so many seeds. It returns
// how many audits gave each list of causes: "" if there is none, and none at all if there was no alarm; and the deals
// with which there were alarms.
func audits(a *audit.Auditor, seeds int, shuffle func() suspects.Suspect) (causes map[string]int, alarms []int64) {
	const most = 4000
	causes = make(map[string]int)
	deal := make([]int, deck)
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		a.Reset()
		s := shuffle()
		for !a.Done() && a.Deals() < most {
			s.Deal(deal, deck, r.IntN)
			if err := a.Observe(deal); err != nil {
				return causes, slices.Repeat([]int64{a.Deals() + 1}, seeds)
			}
		}
		if a.Alarm() {
			report := a.Report()
			causes[strings.Join(report.Causes, " or ")]++
			alarms = append(alarms, report.AlarmAt)
		} else if seed == 0 {
			break // and so the others, or nearly
		}
	}
	return causes, alarms
}

const lowestBit = "a linear congruential generator % k"

// A mistake that is not known is not called by the name of another one in more than 1 of 100 audits.
func TestStrangers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and has no goroutines of its own")
	}
	t.Parallel()
	const seeds = 2
	a, total, wrong := audit.New(deck, audit.Options{}), 0, 0
	for i, s := range strangers() {
		found, _ := audits(a, seeds, func() suspects.Suspect { return strangers()[i] })
		for causes, times := range found {
			total += times
			if causes != "" && causes != s.Title && !strings.Contains(causes, " or ") {
				wrong += times
			}
		}
		t.Log(s.Name, found)
	}
	if total < 10*seeds || 100*wrong > total {
		t.Errorf("a wrong cause was named alone in %d of %d audits", wrong, total)
	}
}
