package audit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
)

var fisherYates = yates.FisherYates[[]int]

// observe lets an auditor watch a shuffle for so many deals.
func observe(a *audit.Auditor, n, take, deals int, seed uint64, shuffle func(s []int, intn func(k int) int)) {
	r := rand.New(rand.NewPCG(seed, 7))
	deal := make([]int, n)
	for range deals {
		inOrder(deal)
		shuffle(deal, r.IntN)
		if a.Observe(deal[:take]) != nil {
			return
		}
	}
}

func kinds(r *audit.Report) map[string]bool {
	all := make(map[string]bool)
	for _, f := range r.Findings {
		all[string(f.Kind)] = true
		if f.Suspect != "" {
			all[f.Suspect] = true
		}
	}
	return all
}

// A report names the mistake.
func TestFindings(t *testing.T) {
	skipStep := func(s []int, intn func(k int) int) { // the 7th step of 20 never moves
		for i := len(s) - 1; i > 0; i-- {
			j := intn(i + 1)
			if i == len(s)-7 {
				j = i
			}
			s[i], s[j] = s[j], s[i]
		}
	}
	for _, c := range []struct {
		name    string
		n, take int
		deals   int
		shuffle func(s []int, intn func(k int) int)
		want    string
	}{
		{"naive", 52, 52, 200, museum.Suspect("naive").Shuffle, "naive"},
		{"sattolo", 10, 10, 70, museum.Suspect("sattolo").Shuffle, "sattolo"},
		{"skip-last", 20, 20, 100, museum.Suspect("skip-last").Shuffle, "skip-last"},
		{"riffle", 52, 52, 200, suspects.Riffle(6).Shuffle, "riffle-6"},
		{"step", 20, 20, 100, skipStep, "step"},
		{"seeds", 52, 52, 1000, museum.Suspect("seed-16").Shuffle, "repeats"},
		{"first repeat", 52, 52, 40, museum.Suspect("seed-8").Shuffle, "repeats"},
		{"constant", 12, 12, 20, func([]int, func(k int) int) {}, "constant"},
		{"partial", 100, 1, 3000, func(s []int, intn func(k int) int) { s[0] = intn(89) }, "place"},
		{"partial order", 30, 5, 500, func(s []int, intn func(k int) int) {
			for i := range s {
				j := i + intn(len(s)-i)
				s[i], s[j] = s[j], s[i]
			}
			slices.Sort(s[:5])
		}, "statistic"},
		{"many items", 300, 300, 400, museum.Suspect("naive").Shuffle, "learned"},
		{"six items", 6, 6, 10000, museum.Suspect("naive").Shuffle, "naive"},
	} {
		a := audit.New(c.n, audit.Options{Take: c.take})
		observe(a, c.n, c.take, c.deals, 1, c.shuffle)
		r := a.Report()
		if r.Verdict != audit.Biased || !kinds(r)[c.want] || r.AlarmAt == 0 || r.AlarmAt > r.Deals || r.BestLog10E < 6 {
			t.Errorf("%s: want %q in\n%s", c.name, c.want, r)
		}
		// The evidence over the deals has the alarm, and ends with the last deal.
		if !slices.ContainsFunc(r.Evidence, func(p audit.Point) bool { return p.Deals == r.AlarmAt && p.Log10E >= 6 }) ||
			r.Evidence[len(r.Evidence)-1] != (audit.Point{Deals: r.Deals, Log10E: r.Log10E}) {
			t.Errorf("%s: alarm at deal %d: %v", c.name, r.AlarmAt, r.Evidence)
		}
		if i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool {
			return f.Kind == "repeats"
		}); c.name == "first repeat" &&
			(i < 0 || !strings.Contains(r.Findings[i].Text,
				fmt.Sprintf(": deal %d was the first to repeat one, deal %d (", r.FirstRepeat, r.Repeats[0].Earlier)) ||
				strings.Contains(r.String(), " at places 1 to 8 (")) { // which follows
			t.Errorf("the repeat is not shown:\n%s", r)
		}
		if c.want == "step" && !strings.Contains(r.String(), "place 14 is never swapped with places 1 to 13") {
			t.Errorf("the step is not named:\n%s", r)
		}
	}
}

// Many items, and few of many, take memory and time in proportion.
func TestMany(t *testing.T) {
	if testing.Short() {
		t.Skip("a second")
	}
	for _, c := range []struct{ n, take, deals int }{{100_000, 100_000, 3}, {1_000_000, 1, 300}, {1_000_000, 1000, 5}} {
		a := audit.New(c.n, audit.Options{Take: c.take})
		r := rand.New(rand.NewPCG(8, 8))
		for range c.deals {
			if err := a.Observe(yates.SampleIndices(c.n, c.take, r)); err != nil {
				t.Fatal(err)
			}
		}
		if r := a.Report(); r.Verdict != audit.NothingFound || r.Deals != int64(c.deals) {
			t.Errorf("%d of %d: %s", c.take, c.n, r)
		}
	}
}

// Nothing is allocated for a deal, once no more are remembered.
func TestAllocations(t *testing.T) {
	for _, c := range []struct{ n, take int }{{6, 6}, {52, 52}, {52, 5}, {80, 80}} {
		a := audit.New(c.n, audit.Options{Take: c.take, Remember: 1})
		r := rand.New(rand.NewPCG(8, 8))
		deal := r.Perm(c.n)
		each := func() {
			r.Shuffle(c.n, func(i, j int) { deal[i], deal[j] = deal[j], deal[i] })
			a.Observe(deal[:c.take])
		}
		for range 800 + 2400/c.n { // the evidence grows to its full length
			each()
		}
		if got := testing.AllocsPerRun(300, each); got > 0 {
			t.Errorf("%d of %d: %v allocations a deal", c.take, c.n, got)
		}
	}
}

func TestFair(t *testing.T) {
	for _, c := range []struct{ n, take, deals int }{{2, 2, 5000}, {3, 3, 5000}, {6, 6, 50000}, {7, 7, 2000},
		{52, 52, 1000}, {52, 5, 1000}, {65, 65, 300}, {1000, 1000, 30}, {5000, 10, 100}} {
		a := audit.New(c.n, audit.Options{Take: c.take, Alpha: 1e-9})
		observe(a, c.n, c.take, c.deals, 5, fisherYates)
		r := a.Report()
		if r.Verdict != audit.NothingFound || r.Deals != int64(c.deals) || len(r.Findings) != 0 || r.Found != 0 {
			t.Errorf("%d of %d: %s", c.take, c.n, r)
		}
		for x, row := range r.Positions {
			sum := int64(0)
			for _, count := range row {
				sum += count
			}
			if sum > r.Deals || c.take == c.n && sum != r.Deals {
				t.Fatalf("item %d came to %d places in %d deals", x, sum, r.Deals)
			}
		}
		last := int64(0)
		for _, p := range r.Evidence {
			if p.Deals <= last || math.IsNaN(p.Log10E) {
				t.Fatalf("evidence %v after %d deals", p, last)
			}
			last = p.Deals
		}
		if last == 0 || last > r.Deals || len(r.Evidence) > 520 {
			t.Errorf("%d points of evidence to deal %d of %d", len(r.Evidence), last, r.Deals)
		}
	}
}

func TestBroken(t *testing.T) {
	for _, c := range []struct {
		deal []int
		want string
	}{
		{[]int{0, 1}, "it has 2 items, not 3"},
		{[]int{0, 1, 2, 3}, "it has 4 items, not 3"},
		{nil, "it has 0 items, not 3"},
		{[]int{0, 1, 1}, "item 2, which has the number 1, comes twice, at place 2 and at place 3"},
		{[]int{0, -1, 1}, "place 2 has something else than one of the 3 items"},
		{[]int{3, 0, 1}, "place 1 has the number 3, but"},
	} {
		a := audit.New(3, audit.Options{})
		if err := a.Observe([]int{2, 0, 1}); err != nil {
			t.Fatal(err)
		}
		err := a.Observe(c.deal)
		var broken *audit.BrokenError
		if !errors.As(err, &broken) || !strings.Contains(err.Error(), c.want) || broken.Number != 2 ||
			!slices.Equal(broken.Deal, c.deal) {
			t.Errorf("%v: %v, want %q", c.deal, err, c.want)
		}
		if err := a.Observe([]int{2, 0, 1}); err != nil {
			t.Errorf("a whole deal after %v: %v", c.deal, err)
		}
		r := a.Report()
		if r.Verdict != audit.Broken || !a.Alarm() || r.Deals != 2 || r.BrokenDeals != 1 || r.Broken.Number != 2 ||
			!strings.Contains(r.String(), c.want) {
			t.Errorf("%v: %s", c.deal, r)
		}
	}
}

func TestPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"audit: a shuffle of 1 items":  func() { audit.New(1, audit.Options{}) },
		"audit: Alpha is 1,":           func() { audit.New(3, audit.Options{Alpha: 1}) },
		"audit: Alpha is -1":           func() { audit.New(3, audit.Options{Alpha: -1}) },
		"audit: Alpha is NaN":          func() { audit.New(3, audit.Options{Alpha: math.NaN()}) },
		"audit: Rate is 2":             func() { audit.New(3, audit.Options{Rate: 2}) },
		"audit: deals of 4 of 3 items": func() { audit.New(3, audit.Options{Take: 4}) },
		"audit: 2 names of 3 items":    func() { audit.New(3, audit.Options{Names: []string{"a", "b"}}) },
		"audit: remember -1":           func() { audit.New(3, audit.Options{Remember: -1}) },
		"audit: sets of 5 of 5 items":  func() { audit.New(5, audit.Options{Unordered: true}) },
	} {
		func() {
			defer func() {
				if e := recover(); e == nil || !strings.HasPrefix(e.(string), name) {
					t.Errorf("recovered %v, want %q", e, name)
				}
			}()
			f()
		}()
	}
}

// The same deals give the same report, with all its numbers.
func TestDeterminism(t *testing.T) {
	var texts []string
	for range 2 {
		for _, n := range []int{6, 20} {
			a := audit.New(n, audit.Options{})
			observe(a, n, n, 3000, 9, suspects.Modulo(8).Shuffle)
			text, err := json.Marshal(a.Report())
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	if texts[0] != texts[2] || texts[1] != texts[3] {
		t.Error("the same deals gave two reports")
	}
	var back audit.Report
	if err := json.Unmarshal([]byte(texts[0]), &back); err != nil || back.Schema != audit.Schema {
		t.Fatal(back.Schema, err)
	}
}

// The share of a finding never exceeds the whole, the shares of bets add up to at most 1,
// and what all bets have come to is the evidence.
func TestShares(t *testing.T) {
	for _, s := range []suspects.Suspect{museum.Suspect("naive"), museum.Suspect("seed-8"), museum.Suspect("sort-tim"),
		{Shuffle: fisherYates}} {
		a := audit.New(20, audit.Options{})
		observe(a, 20, 20, 300, 4, s.Shuffle)
		r := a.Report()
		for _, f := range r.Findings {
			if f.Log10E > r.Log10E+1e-9 || f.OwnLog10E < f.Log10E {
				t.Errorf("%s: %+v of %v", s.Name, f, r.Log10E)
			}
		}
		weight, sum := 0.0, 0.0
		for i, b := range r.Bets {
			weight += b.Weight
			sum += math.Pow(10, b.Log10E-r.Log10E)
			if p := a.Plan().Bets[i]; p.Log10E != 0 || p.Text != b.Text {
				t.Errorf("%s: the plan has %+v, the report %+v", s.Name, p, b)
			}
		}
		rest := (1 - weight) * math.Pow(10, -r.Log10E) // that nobody bets
		if weight > 1+1e-9 || math.Abs(sum+rest-1) > 1e-6 {
			t.Errorf("%s: the bets have %v of the coin and %v of the evidence", s.Name, weight, sum+rest)
		}
	}
}

// Deals that are all the same are no riffle, and the report says so.
func TestConstant(t *testing.T) {
	for _, c := range []struct {
		deals [][]int
		want  string
	}{
		{[][]int{{0, 1, 2, 3, 4, 5}}, "nothing moves"},
		{[][]int{{1, 0, 2, 3, 4, 5}}, "every deal is the same"},
		{[][]int{{1, 0, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}}, "only 2 different deals"},
		// 20 deals tell too little
		{[][]int{{1, 0, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {1, 2, 3, 4, 5, 0}, {2, 3, 4, 5, 0, 1},
			{2, 3, 4, 5, 1, 0}}, ""},
	} {
		a := audit.New(6, audit.Options{})
		for i := range 20 {
			if err := a.Observe(c.deals[i%len(c.deals)]); err != nil {
				t.Fatal(err)
			}
		}
		r := a.Report()
		if r.Verdict != audit.Biased || (c.want != "") != (len(r.Findings) == 1 && r.Findings[0].Kind == "constant") ||
			!strings.Contains(r.String(), c.want) || r.Remedy == "" {
			t.Errorf("%v: %s", c.deals, r)
		}
	}
}

// Nothing is found only if the targets would have been.
func TestConclude(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and has no goroutines of its own")
	}
	for _, c := range []struct {
		n, take, deals int // sets if take is negative
		targets        []string
		want           audit.Verdict
		missing        string
	}{
		{20, 20, 4, nil, audit.TooFew, "sattolo naive"},
		{20, 20, 50, nil, audit.TooFew, "naive"},
		{20, 20, 800, nil, audit.NothingFound, ""},
		{20, 20, 50, []string{"sattolo", "skip-last"}, audit.NothingFound, ""},
		{20, 20, 50, []string{"sattolo", "riffle-9"}, audit.TooFew, "riffle-9"},
		{300, 300, 20, nil, audit.TooFew, "seed-8"},
		{300, 300, 60, nil, audit.NothingFound, ""},
		{2, 2, 30, nil, audit.NothingFound, ""},     // naive is fair
		{20, -4, 1500, nil, audit.NothingFound, ""}, // 1,000 may not show naive, so it is no target
	} {
		take := max(c.take, -c.take)
		a := audit.New(c.n, audit.Options{Take: take, Unordered: c.take < 0})
		observe(a, c.n, take, c.deals, 6, fisherYates)
		r := a.Conclude(c.targets...)
		names, needed := r.Missing(), r.Needed()
		if r.Verdict != c.want || strings.Join(names, " ") != c.missing ||
			(needed == 0 || needed > int64(c.deals)) != (c.missing != "") { // 0: not known
			t.Errorf("%d deals of %d items: %s, missing %v for %d deals", c.deals, c.n, r.Verdict, names, needed)
		}
	}
}

// Each suspect has a remedy of its own.
func TestRemedy(t *testing.T) {
	for _, s := range suspects.All() {
		if audit.Remedy(s.Name) == audit.Remedy("unheard-of") {
			t.Errorf("%s has none", s.Name)
		}
	}
}

// A tb is a test that notes what happens to it.
type tb struct{ log, fatal string }

func (t *tb) Helper()                           {}
func (t *tb) Logf(format string, args ...any)   { t.log += fmt.Sprintf(format, args...) }
func (t *tb) Fatalf(format string, args ...any) { t.fatal += fmt.Sprintf(format, args...) }

func TestTest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var fair, biased, broken, one tb
	audit.Test(&fair, 10, func(deal []int) { yates.Shuffle(deal, r) })
	if fair.fatal != "" || !strings.Contains(fair.log, "In 50,000 deals of 10 items, nothing was found") {
		t.Errorf("a fair shuffle: %+v", fair)
	}
	audit.Test(&biased, 10, func(deal []int) { museum.Suspect("naive").Shuffle(deal, r.IntN) })
	if !strings.Contains(biased.fatal, "This shuffle is biased") ||
		!strings.Contains(biased.fatal, "the known mistake naive: ") {
		t.Errorf("a biased shuffle: %+v", biased)
	}
	audit.Test(&broken, 10, func(deal []int) { museum.Suspect("xor-swap").Shuffle(deal, r.IntN) })
	if !strings.Contains(broken.fatal, "This shuffle is broken. Deal ") {
		t.Errorf("a broken shuffle: %+v", broken)
	}
	// It fails, and does not panic, which would hide all other tests.
	if audit.Test(&one, 1, nil); one.fatal != "audit: there is nothing to shuffle: n is 1" {
		t.Errorf("one item: %+v", one)
	}
}

// Well-known generators from which choices are remainders are found in few deals of few items, too.
func TestFewItemsGenerated(t *testing.T) {
	const most = 100 // deals
	for name, next := range map[string]func(r *rand.Rand) func(deal []int){
		"RANDU":              congruential(65539, 0, 31, func(s, k uint64) uint64 { return s % k }),
		"Microsoft's":        congruential(214013, 2531011, 31, func(s, k uint64) uint64 { return s >> 16 % k }),
		"glibc's TYPE_0":     congruential(1103515245, 12345, 31, func(s, k uint64) uint64 { return s % k }),
		"Numerical Recipes'": congruential(1664525, 1013904223, 32, func(s, k uint64) uint64 { return s % k }),
		"16 bits":            congruential(25173, 13849, 16, func(s, k uint64) uint64 { return s % k }),
		"MMIX": congruential(6364136223846793005, 1442695040888963407, 64, func(s, k uint64) uint64 {
			return s % k
		}),
	} {
		for _, n := range []int{8, 10, 15, 52} {
			a, deal := audit.New(n, audit.Options{}), make([]int, n)
			for d := next(rand.New(rand.NewPCG(uint64(n), 1))); !a.Alarm() && a.Deals() < most; {
				d(deal)
				a.Observe(deal)
			}
			if !a.Alarm() {
				t.Errorf("%s is not found in %d deals of %d items: %.1f", name, most, n, a.LogE())
			}
		}
	}
}
