package audit

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
)

// downward shuffles from the last place to the first by choices among k.
func downward(n int, choose func(k int) int) []int {
	deal := make([]int, n)
	for i := range deal {
		deal[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := choose(i + 1)
		deal[i], deal[j] = deal[j], deal[i]
	}
	return deal
}

// reusing is a merge shuffle that begins with the same coins for each merge.
func reusing(deal []int, word uint64) {
	if len(deal) < 2 {
		return
	}
	left, right := slices.Clone(deal[:len(deal)/2]), slices.Clone(deal[len(deal)/2:])
	reusing(left, word)
	reusing(right, word)
	for i := range deal {
		if len(right) == 0 || len(left) > 0 && word>>(i%64)&1 == 1 {
			deal[i], left = left[0], left[1:]
		} else {
			deal[i], right = right[0], right[1:]
		}
	}
}

// What a report says is right to a reader who knows only how cards are dealt. The verdict of
// each is an alarm, which a wrong shuffle hardly ever misses with so many deals.
func TestWords(t *testing.T) {
	source := rand.NewPCG(1, 8)
	r := rand.New(source)
	fair := func(n int) []int { return downward(n, r.IntN) }
	decks := [][]int{fair(52), fair(52)}
	bag, before := []int(nil), -1
	seeded := func(n, seeds int) []int {
		return rand.New(rand.NewPCG(uint64(r.IntN(seeds)), 1)).Perm(n)
	}
	state, round := uint64(5), []int(nil)
	msvc, old, recent, all, last := uint32(7), [][]int(nil), [][]int(nil), [][]int(nil), []int(nil)
	var edited [][]int
	var complement []int
	ordered := downward(52, func(k int) int { return k - 1 })
	rest := slices.Clone(ordered[1:])
	for name, c := range map[string]struct {
		n, take, deals   int
		options          Options
		deal             func(number int) []int
		causes           []string
		cause            string // part of it
		text, also       string // parts of the first finding
		never            string // in no finding
		remedy, noRemedy string
	}{
		"remainders": {n: 52, deals: 40, deal: func(int) []int {
			return downward(52, func(k int) int {
				msvc = msvc*214013 + 2531011
				return int(msvc>>16&0x7fff) % k
			})
		}, causes: []string{"Microsoft's rand() % k"}, cause: "the generator", text: "Microsoft's rand() % k",
			remedy: "another generator", noRemedy: "rand.Shuffle"},
		"numbers taken between deals": {n: 52, deals: 64, deal: func(int) []int {
			state = (state*25214903917 + 11) % (1 << 48)
			return downward(52, func(k int) int {
				state = (state*25214903917 + 11) % (1 << 48)
				if number := int(state >> 17); k&(k-1) != 0 {
					return number % k
				}
				return int(state >> 17 * uint64(k) >> 31)
			})
		}, causes: []string{"java.util.Random"}, cause: "choices come from java.util.Random;", text: "java.util.Random",
			never: "anew", remedy: "another generator"},
		"a clock's seconds": {n: 20, deals: 64, deal: func(number int) []int {
			return rand.New(rand.NewPCG(uint64(number/6), 1)).Perm(20)
		}, causes: []string{AsBefore}, cause: AsBefore, text: "the order of the deal before", never: "again and again",
			remedy: "two deals in one tick"},
		"rounds of recorded orders": {n: 20, deals: 75, deal: func(number int) []int {
			if number%60 == 0 {
				round = fair(60)
			}
			return rand.New(rand.NewPCG(uint64(round[number%60]), 1)).Perm(20)
		}, cause: "no single mistake", text: "deals repeat: deal 61 ", never: "seeds)"},
		"recorded orders with new ones": {n: 20, deals: 112, deal: func(number int) []int {
			if number == 30 {
				return fair(20)
			}
			return rand.New(rand.NewPCG(uint64(number%100), 1)).Perm(20)
		}, cause: "no single mistake", text: "deals repeat: deal 101 ", never: "short period"},
		"several seeds for an order": {n: 7, deals: 753, deal: func(int) []int { return seeded(7, 2000) },
			causes: []string{FewSeeds}, cause: "few seeds: ", text: "about 5", never: "as from about"},
		"uneven orders": {n: 6, deals: 1000, deal: func(int) []int { return seeded(6, 720) },
			cause: "no single mistake", text: "too often", never: AsBefore},
		"few seeds": {n: 52, deals: 60, deal: func(int) []int { return seeded(52, 100) },
			causes: []string{FewSeeds}, cause: "few seeds: ", text: "was the first to repeat one",
			also:   "(fair: none), as from about 67 seeds (42 to 160, if all deals are from them, each as often)",
			remedy: "Seed the generator"},
		"few seeds for few items": {n: 6, deals: 50_000, deal: func(int) []int { return seeded(6, 1<<15) },
			cause: "no single mistake", text: "one came 114 times in 50,000 deals (fair: 69.4)", noRemedy: "Seed the generator"},
		"recorded orders in turn": {n: 20, deals: 6000, deal: func(number int) []int {
			return rand.New(rand.NewPCG(uint64(number%5000), 1)).Perm(20)
		}, causes: []string{Period}, cause: "in turn", text: "each after 5,000 deals: a short period",
			never: "seeds", remedy: "dealt in turn"},
		"two decks": {n: 52, deals: 16, deal: func(number int) []int { return decks[number%2] },
			text: "only 2 different deals came, again and again",
			also: "deal 1 was the first to come again, as deal 3", remedy: "same few recorded orders"},
		"bag": {n: 10, take: 1, deals: 100, deal: func(number int) []int {
			if number%10 == 0 {
				bag = fair(10)
			}
			return bag[number%10:][:1]
		}, cause: "no single mistake", text: "as from a bag", remedy: "audit whole bags", noRemedy: "rand.Shuffle"},
		"never again": {n: 10, take: 1, deals: 600, deal: func(int) []int {
			for x := r.IntN(10); ; x = r.IntN(10) {
				if x != before {
					before = x
					return []int{x}
				}
			}
		}, cause: "no single mistake", text: "same item comes again at once too seldom", remedy: "put all items back",
			never: "compared with", noRemedy: "rand.Shuffle"},
		"some more often": {n: 10, take: 1, deals: 1500, deal: func(int) []int {
			return []int{max(r.IntN(10), r.IntN(12)-2)}
		}, text: "item 10 c", never: "place 1 "},
		"decks go on": {n: 52, deals: 70, deal: func(number int) []int {
			deck := decks[number%2]
			suspects.Riffle(1).Shuffle(deck, r.IntN)
			return slices.Clone(deck)
		}, cause: "no single mistake", text: "compared with the deal two before, the longest ascending series",
			never: "in the long run", remedy: "put all items back", noRemedy: "a shoe"},
		"consecutive seeds": {n: 20, deals: 70, deal: func(number int) []int {
			seed := uint32(number)
			return downward(20, func(k int) int {
				seed = seed*1664525 + 1013904223
				return int(uint64(seed) * uint64(k) >> 32)
			})
		}, cause: "no single mistake", text: "of 69 deals (fair: 3.45)", never: "in the long run"},
		"one order": {n: 10, deals: 800, deal: func(int) []int {
			if r.IntN(50) == 0 {
				return []int{3, 1, 4, 0, 5, 9, 2, 6, 8, 7}
			}
			return fair(10)
		}, cause: "no single mistake", text: "deals repeat: deal", never: "from few seeds",
			remedy: "same few recorded orders"},
		"deals of long ago": {n: 20, deals: 300, deal: func(int) []int {
			if old = append(old, fair(20)); len(old) > 20 && r.IntN(25) == 0 {
				old[len(old)-1] = old[len(old)-21]
			}
			return old[len(old)-1]
		}, cause: "no single mistake", text: "deals repeat: deal", never: "from few seeds",
			remedy: "same few recorded orders"},
		"one of the last eight": {n: 32, deals: 90, deal: func(number int) []int {
			if recent = append(recent, fair(32)); number > 7 && r.IntN(4) == 0 {
				recent[number] = recent[number-1-r.IntN(8)]
			}
			return recent[number]
		}, causes: []string{AsBefore}, cause: AsBefore, text: "one of the eight deals before", never: "few seeds",
			remedy: "deal each order once"},
		"any deal before": {n: 24, deals: 600, deal: func(number int) []int {
			if all = append(all, fair(24)); number > 5 && r.IntN(6) == 0 {
				all[number] = all[r.IntN(number)]
			}
			return all[number]
		}, causes: []string{AsBefore}, cause: AsBefore, text: "the order of an earlier deal", remedy: "deal each order once"},
		"neighbours kept apart": {n: 20, deals: 1500, deal: func(int) []int {
			for {
				deal, near := fair(20), 0
				for i, x := range deal[1:] {
					if x-deal[i] == 1 || deal[i]-x == 1 {
						near++
					}
				}
				if r.IntN(1<<near) == 0 {
					return deal
				}
			}
		}, cause: "no single mistake", text: "items follow each other at avoided distances: above all",
			also: "followed by the one that was 1 place "},
		"earlier deals with a swap": {n: 20, deals: 150, deal: func(number int) []int {
			if edited = append(edited, fair(20)); number > 5 && r.IntN(8) == 0 {
				edited[number] = slices.Clone(edited[r.IntN(number)])
				i := r.IntN(19)
				edited[number][i], edited[number][i+1] = edited[number][i+1], edited[number][i]
			}
			return edited[number]
		}, cause: "not known yet", text: "places repeat: deal", never: "from few seeds"},
		"some seeds more often": {n: 20, deals: 440, deal: func(int) []int {
			u := r.Float64()
			return rand.New(rand.NewPCG(uint64(2000*u*u*u), 1)).Perm(20)
		}, cause: "no single mistake", text: "deal", never: "in the long run"},
		"one order now and then": {n: 52, deals: 200, deal: func(int) []int {
			if r.IntN(15) == 0 {
				return seeded(52, 1)
			}
			return fair(52)
		}, cause: "no single mistake", text: "some deals have the order of an earlier deal"},
		"turned deals": {n: 36, deals: 100, deal: func(number int) []int {
			deal := fair(36)
			if number > 0 && r.IntN(4) == 0 {
				for place, x := range last {
					deal[x] = place
				}
			}
			last = deal
			return deal
		}, causes: []string{InverseDeal},
			cause: "some deals are the inverse of the deal before; the others may", text: "the inverse of the deal before"},
		"complements": {n: 12, deals: 100, deal: func(int) []int {
			deal := fair(12)
			if complement != nil && r.IntN(5) < 2 {
				for i, x := range complement {
					deal[i] = 11 - x
				}
			}
			complement = deal
			return deal
		}, cause: "no single mistake", text: "the order of the deal 2 before"},
		"few orders of one kind": {n: 20, deals: 64, deal: func(int) []int {
			at := r.IntN(20)
			return slices.Concat(ordered[at:20], ordered[:at])
		}, cause: "no single mistake", text: "items follow each other at favourite distances"},
		"choices rounded up": {n: 32, deals: 64, deal: func(int) []int {
			return downward(32, func(k int) int { return min(1+r.IntN(k), k-1) })
		}, cause: "no single mistake", text: "place 1 has favourite items", noRemedy: "If it is"},
		"another mistake beside one": {n: 52, deals: 64, deal: func(int) []int {
			suspects.Riffle(6).Shuffle(rest, r.IntN)
			deal := append([]int{0}, rest...)
			copy(rest, ordered[1:])
			return deal
		}, cause: "no single mistake", text: "place 1 has favourite items"},
		"four deals a second": {n: 52, deals: 80, deal: func(number int) []int {
			return rand.New(rand.NewPCG(uint64(number/4), 1)).Perm(52)
		}, causes: []string{AsBefore}, cause: AsBefore, text: "some deals have the order of the deal before",
			never: "in the long run", remedy: "deal each order once"},
		"the first place left out": {n: 20, deals: 70, deal: func(int) []int {
			deal := []int{0}
			for _, x := range fair(19) {
				deal = append(deal, x+1)
			}
			return deal
		}, causes: []string{"skip-first"}, cause: "skip-first", text: "skip-first", also: "in the forward form",
			remedy: "all places"},
		"last step": {n: 3000, deals: 150, deal: func(int) []int {
			return downward(3000, func(k int) int {
				if k == 2 {
					return 1
				}
				return r.IntN(k)
			})
		}, cause: "no single mistake", text: "place 2 is never swapped with place 1, as if that step were left out",
			remedy: "the last among 2"},
		"pairs of a rank": {n: 52, take: 2, deals: 4000, deal: func(int) []int {
			for {
				if deal := fair(52)[:2]; deal[0]%13 == deal[1]%13 || r.IntN(2) == 0 {
					return deal
				}
			}
		}, cause: "no single mistake", text: "too many pairs of one remainder by 13 in a hand: ", remedy: "rank or suit"},
		"nothing clear": {n: 10, take: 1, deals: 32, options: Options{Rate: 1e-12}, deal: func(number int) []int {
			if number%10 == 0 {
				bag = fair(10)
			}
			return bag[number%10:][:1]
		}, cause: "not known yet",
			text: "nothing is clear by itself yet: many bets won together",
			also: "more deals will tell", remedy: "Collect more deals"},
		"only a cause": {n: 52, deals: 250, options: Options{Rate: 1e-60}, deal: func(int) []int {
			deal := downward(52, func(k int) int { return k - 1 })
			museum.Suspect("naive").Shuffle(deal, r.IntN)
			return deal
		}, causes: []string{"naive"}, cause: "naive", text: "like those of naive"},
	} {
		source.Seed(1, 9) // the same for each, in any order
		c.options.Take = c.take
		a := New(c.n, c.options)
		for number := range c.deals {
			if err := a.Observe(c.deal(number)); err != nil {
				t.Fatal(err)
			}
		}
		report := a.Report()
		if report.Verdict != Biased || len(report.Findings) == 0 {
			t.Errorf("%s: %s", name, report)
			continue
		}
		first := report.Findings[0]
		if !slices.Equal(report.Causes, c.causes) && c.options.Rate == 0 ||
			!strings.Contains(report.Cause(), c.cause) ||
			!strings.Contains(first.Text, c.text) || !strings.Contains(first.Text, c.also) ||
			!strings.Contains(report.Remedy, c.remedy) || c.noRemedy != "" &&
			strings.Contains(report.Remedy, c.noRemedy) || c.never != "" && strings.Contains(report.String(), c.never) {
			t.Errorf("%s: causes %q, cause %q, finding %q, remedy %q", name, report.Causes, report.Cause(), first.Text,
				report.Remedy)
		}
		for _, f := range report.Findings {
			if f.Log10E < suspicious {
				t.Errorf("%s: a weak finding is listed: %q (10^%.1f)", name, f.Text, f.Log10E)
			}
		}
		clearest, more := report.Clearest(8)
		if name == "two decks" && (len(clearest) != 1 || more != 0) {
			t.Errorf("%s: %d findings, and %d more", name, len(clearest), more)
		}
	}
}

// Where odd and even places are shuffled apart, half of the choices are like a generator's, but no generator is named.
func TestApartNoGenerator(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 7))
	for _, n := range []int{104, 200} {
		a, deal := New(n, Options{}), make([]int, n)
		for range 40 {
			for parity := range 2 {
				for i, x := range r.Perm(n / 2) {
					deal[2*i+parity] = 2*x + parity
				}
			}
			a.Observe(deal)
		}
		if report := a.Report(); report.Verdict != Biased || len(report.Causes) > 0 || report.Remedy == goodNumbers {
			t.Errorf("%d items: %s", n, report)
		}
	}
}

// A bet that was right and lost later is still why there was an alarm, and no report recommends a shuffle that may be
// the one that was audited.
func TestLostLater(t *testing.T) {
	const n = 120
	r := rand.New(rand.NewPCG(57, 7))
	for right, causes := range map[int][]string{1: nil, 40: {"java.util.Random"}} {
		state, deal := uint64(42), make([]int, n)
		a := New(n, Options{})
		for number := range 1300 {
			for i := range deal {
				deal[i] = i
			}
			for k := n; k > 1; k-- {
				state = state*0x5DEECE66D + 0xB
				random := state >> 17 & (1<<31 - 1)
				c := int(random % uint64(k))
				switch {
				case number >= right:
					c = r.IntN(k)
				case k&(k-1) == 0:
					c = int(uint64(k) * random >> 31)
				}
				deal[k-1], deal[c] = deal[c], deal[k-1]
			}
			a.Observe(deal)
		}
		report := a.Report()
		if report.Log10E > 0 || report.Findings[0].Kind != KindGenerator || report.Findings[0].Log10E < 6 ||
			!strings.Contains(report.Findings[0].Text, "(up to deal ") || !slices.Equal(report.Causes, causes) ||
			(report.Remedy == goodNumbers) != (causes != nil) || report.MoreTell() {
			t.Errorf("right for %d deals: causes %q in %s", right, report.Causes, report)
		}
	}
	for _, remedy := range []string{goodNumbers, secureChoices, moreDeals} {
		for _, name := range []string{"Collections.shuffle", "random.shuffle", "rand.Shuffle", "library's shuffle"} {
			if strings.Contains(remedy, name) {
				t.Errorf("%q recommends %s", remedy, name)
			}
		}
	}
}

// The documentation lists the generators.
func TestGeneratorsListed(t *testing.T) {
	page, err := os.ReadFile("../docs/audits.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(strings.Join(strings.Fields(string(page)), " "), "*", "")
	_, text, _ = strings.Cut(text, "The choices must be remainders, ")
	list, _, found := strings.Cut(text, "Others are not")
	if !found {
		t.Fatal("docs/audits.md has no list of generators")
	}
	for _, name := range Generators() {
		if !strings.Contains(list, name) {
			t.Errorf("docs/audits.md does not list %q", name)
		}
	}
}

// A bias from the start gets no date, and one that begins later gets the right cause, or several
// or none. The seeds are fixed.
func TestDated(t *testing.T) {
	const n = 52
	a := New(n, Options{})
	naive := museum.Suspect("naive")
	deal := make([]int, n)
	for seed := range 12 {
		a.reset()
		r := rand.New(rand.NewPCG(uint64(seed), 12))
		fair := 0
		if seed%2 == 1 {
			fair = 1000
		}
		for range fair {
			a.Observe(downward(n, r.IntN))
		}
		for range 300 {
			naive.Deal(deal, n, r.IntN)
			if a.Observe(deal); a.Done() {
				break
			}
		}
		report := a.Report()
		if len(report.Causes) == 1 && report.Causes[0] != "naive" {
			t.Errorf("seed %d: %s", seed, report)
		}
		if f := report.Findings[0]; f.Kind == "together" && (len(report.Causes) > 0) == strings.Contains(f.Text,
			"nothing is clear") {
			t.Errorf("seed %d: causes %q beside %q", seed, report.Causes, f.Text)
		}
		_, date, dated := strings.Cut(report.Findings[0].Text, "; since about deal ")
		since, err := strconv.Atoi(strings.ReplaceAll(date, ",", ""))
		if dated && (err != nil || fair == 0 || since < fair-50 || since > fair+100) {
			t.Errorf("seed %d: %q after %d fair deals", seed, report.Findings[0].Text, fair)
		}
	}
}

// A number of a cause is only said to be near where it must be.
func TestNumberOfCause(t *testing.T) {
	for name, want := range map[string]string{"modulo-9": "other words of few values", "keys-100": "a number near that"} {
		r := &Report{Verdict: Biased, Deals: 1000, BestLog10E: 30, Causes: []string{name}, Findings: make([]Finding, 1)}
		if text := r.Cause(); !strings.Contains(text, want) {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// A merge that begins with the same coins each time is no sort with a random comparison, nor is it said to be like one.
// What fits is said, though a learner knows as much: of few items all orders.
func TestAlike(t *testing.T) {
	for seed := range 8 {
		r := rand.New(rand.NewPCG(uint64(seed), 13))
		a := New(52, Options{})
		for range leastFitted {
			deal := downward(52, func(k int) int { return k - 1 })
			reusing(deal, r.Uint64())
			a.Observe(deal)
		}
		if report := a.Report(); report.Verdict != Biased || len(report.Causes) > 0 || report.Alike != "" {
			t.Errorf("seed %d: %s", seed, report)
		}
	}
	a, r := New(4, Options{}), rand.New(rand.NewPCG(3, 13))
	for range 20_000 {
		deal := downward(4, func(k int) int { return k - 1 })
		museum.Suspect("naive").Shuffle(deal, r.IntN)
		a.Observe(deal)
	}
	report := a.Report()
	text := report.Cause()
	if len(report.Causes) > 0 || !strings.Contains(text, "could not be excluded: naive") ||
		!strings.HasPrefix(report.Remedy, "If it is that: ") {
		t.Errorf("%q, %s", text, report.Remedy)
	}
}
