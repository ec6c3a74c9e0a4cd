package audit_test

import (
	"flag"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/internal/museum"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/label"
)

var bounds = flag.Bool("bounds", false, "measure the deals that each case of the table of bounds takes, in "+
	"some minutes")

// A boundCase is a shuffle that is not fair, written from its description alone.
type boundCase struct {
	name    string
	n, take int
	bound   float64 // deals that the best test for this bias needs: ln 10⁶ over the information of a deal
	goal    float64 // times the bound, or deals if there is no bound
	most    int64   // deals after which it is given up
	fair    int64   // deals before the bias begins, which are not counted
	dealer  func(r *rand.Rand) func(deal []int)
}

// stateless is a dealer that puts the deck in order before each shuffle.
func stateless(shuffle func(s []int, intn func(k int) int)) func(r *rand.Rand) func(deal []int) {
	return func(r *rand.Rand) func(deal []int) {
		return func(deal []int) {
			inOrder(deal)
			shuffle(deal, r.IntN)
		}
	}
}

func inOrder(deal []int) {
	for i := range deal {
		deal[i] = i
	}
}

// generated is a dealer with a fair algorithm and a poor generator, seeded once: start
// returns the function that chooses among k.
func generated(start func(r *rand.Rand) func(k int) int) func(r *rand.Rand) func(deal []int) {
	return func(r *rand.Rand) func(deal []int) {
		choose := start(r)
		return func(deal []int) {
			inOrder(deal)
			for i := len(deal) - 1; i > 0; i-- {
				j := choose(i + 1)
				deal[i], deal[j] = deal[j], deal[i]
			}
		}
	}
}

// congruential is s = a·s + c modulo 2^width, whose choices come from out.
func congruential(a, c uint64, width int, out func(s, k uint64) uint64) func(r *rand.Rand) func(deal []int) {
	return generated(func(r *rand.Rand) func(k int) int {
		s := r.Uint64() | 1
		return func(k int) int {
			s = (a*s + c) & (1<<width - 1)
			return int(out(s, uint64(k)))
		}
	})
}

// drawn is a dealer of single draws: next returns the item after those so far.
func drawn(start func(r *rand.Rand) func() int) func(r *rand.Rand) func(deal []int) {
	return func(r *rand.Rand) func(deal []int) {
		next := start(r)
		return func(deal []int) { deal[0] = next() }
	}
}

// accepted is a dealer of fair deals, some of which are dealt again.
func accepted(accept func(deal []int, r *rand.Rand) bool) func(r *rand.Rand) func(deal []int) {
	return func(r *rand.Rand) func(deal []int) {
		return func(deal []int) {
			for ok := false; !ok; ok = accept(deal, r) {
				inOrder(deal)
				r.Shuffle(len(deal), func(i, j int) { deal[i], deal[j] = deal[j], deal[i] })
			}
		}
	}
}

func information(n int, choices func(k int) []float64) float64 {
	sum := 0.0
	for k := 2; k <= n; k++ {
		for _, p := range choices(k) {
			if p > 0 {
				sum += p * math.Log(p*float64(k))
			}
		}
	}
	return sum
}

func boundCases() []boundCase {
	million := math.Log(1e6)
	ofChoices := func(s suspects.Suspect, n int) float64 {
		return million / information(n, func(k int) []float64 { return s.Choices(n, k, k-1) })
	}
	modulo := func(bits int, most int64) boundCase {
		s := suspects.Modulo(bits)
		return boundCase{fmt.Sprintf("remainders of words of %d bits", bits), 52, 52, ofChoices(s, 52), 3, most, 0,
			stateless(s.Shuffle)}
	}
	lcg := func(name string, a, c uint64, width int, out func(s, k uint64) uint64) boundCase {
		return boundCase{name, 52, 52, 0, 100, 40_000, 0, congruential(a, c, width, out)}
	}
	shoe := func(again bool) func(r *rand.Rand) func(deal []int) {
		return func(r *rand.Rand) func(deal []int) {
			deck, at := r.Perm(52), 0
			return func(deal []int) {
				if at+5 > 52 && !again {
					deck, at = r.Perm(52), 0
				}
				for i := range 5 {
					deal[i] = deck[(at+i)%52]
				}
				at += 5
				if again {
					at %= 52
				}
			}
		}
	}
	turns := func(name string, bound float64, riffles int) boundCase {
		return boundCase{name, 52, 52, bound, 3, 20_000, 0, func(r *rand.Rand) func(deal []int) {
			decks, turn := [2][]int{r.Perm(52), r.Perm(52)}, 0
			return func(deal []int) {
				suspects.Riffle(riffles).Shuffle(decks[turn], r.IntN)
				copy(deal, decks[turn])
				turn = 1 - turn
			}
		}}
	}
	ofRiffles := func(riffles int) float64 {
		ratio, sum, deal := suspects.Riffle(riffles).Ratio(52), 0.0, make([]int, 52)
		r := rand.New(rand.NewPCG(1, 1))
		for range 2000 {
			inOrder(deal)
			suspects.Riffle(riffles).Shuffle(deal, r.IntN)
			sum += ratio(deal) / 2000
		}
		return million / sum
	}
	late := func(fair int64) boundCase {
		return boundCase{fmt.Sprintf("naive after %s fair deals", label.Number(fair)), 52, 52, 44, 5, 20_000, fair,
			stateless(museum.Suspect("naive").Shuffle)}
	}
	rounded := func(k int) []float64 {
		p := make([]float64, k)
		for c := range p {
			p[c] = 1 / float64(k-1)
		}
		p[0] /= 2
		p[k-1] /= 2
		return p
	}
	sameSuits := func(deal []int) int {
		same := 0
		for i := 1; i < len(deal); i++ {
			if deal[i]/13 == deal[i-1]/13 {
				same++
			}
		}
		return same
	}
	return []boundCase{
		{"1, 2, …, 10, 1, 2, …", 10, 1, million / math.Log(10), 3, 100_000, 0, drawn(func(*rand.Rand) func() int {
			i := -1
			return func() int { i++; return i % 10 }
		})},
		{"a bag of 10, filled again when empty", 10, 1, million * 10 / (10*math.Log(10) - math.Log(3628800)), 3,
			100_000, 0, drawn(func(r *rand.Rand) func() int {
				var bag []int
				return func() int {
					if len(bag) == 0 {
						bag = r.Perm(10)
					}
					x := bag[0]
					bag = bag[1:]
					return x
				}
			})},
		{"never the last one of 10 again", 10, 1, million / math.Log(10./9), 3, 100_000, 0,
			drawn(func(r *rand.Rand) func() int {
				last := 0
				return func() int {
					last = (last + 1 + r.IntN(9)) % 10
					return last
				}
			})},
		{"hands of 5 from a shoe, shuffled when used up", 52, 5, 7, 3, 40_000, 0, shoe(false)},
		{"hands of 5 from a shoe, never shuffled", 52, 5, 7, 3, 40_000, 0, shoe(true)},
		turns("two decks in turn, each riffled once", 3, 1), turns("two decks in turn, each riffled seven times",
			2+ofRiffles(7), 7),
		{"two items: AABB again and again", 2, 2, million / math.Ln2, 3, 100_000, 0, func(*rand.Rand) func(deal []int) {
			t := 0
			return func(deal []int) {
				deal[0], deal[1] = t>>1&1, 1-t>>1&1
				t++
			}
		}},
		lcg("Microsoft's rand() % k", 214013, 2531011, 32, func(s, k uint64) uint64 { return (s >> 16 & 0x7fff) % k }),
		{"glibc's rand() % k", 52, 52, 0, 100, 40_000, 0, generated(func(r *rand.Rand) func(k int) int {
			rand := glibc(r.Uint32())
			return func(k int) int { return int(rand()) % k }
		})},
		lcg("RANDU % k", 65539, 0, 31, func(s, k uint64) uint64 { return s % k }),
		lcg("LCG of 16 bits % k", 25173, 13849, 16, func(s, k uint64) uint64 { return s % k }),
		modulo(9, 100_000), modulo(10, 200_000), modulo(12, 400_000),
		{"seeds of 16 bits, 6 items", 6, 6, 2514, 10, 1_000_000, 0, stateless(museum.Suspect("seed-16").Shuffle)},
		{"seeds of 16 bits, hole cards", 52, 2, 1500, 10, 400_000, 0, stateless(museum.Suspect("seed-16").Shuffle)},
		{"one order of 720 half as often again", 6, 6, 91788, 10, 2_000_000, 0, func(r *rand.Rand) func(deal []int) {
			return func(deal []int) {
				copy(deal, r.Perm(6))
				if r.IntN(1440) == 0 { // with 1/1440 more than its 1/720
					copy(deal, []int{2, 0, 4, 1, 5, 3})
				}
			}
		}},
		{"a pair never adjacent", 52, 52, million / -math.Log(1-2./52), 5, 40_000, 0,
			accepted(func(deal []int, r *rand.Rand) bool {
				i, j := slices.Index(deal, 11), slices.Index(deal, 37)
				return i-j != 1 && j-i != 1
			})},
		{"A before B in 60%", 52, 52, 687, 5, 40_000, 0, accepted(func(deal []int, r *rand.Rand) bool {
			return slices.Index(deal, 11) < slices.Index(deal, 37) || r.IntN(3) > 0
		})},
		{"suits spread: the better of two deals", 52, 52, million / (math.Ln2 - 0.5), 5, 20_000, 0,
			func(r *rand.Rand) func(deal []int) {
				return func(deal []int) {
					a, b := r.Perm(52), r.Perm(52)
					if sameSuits(b) < sameSuits(a) {
						a = b
					}
					copy(deal, a)
				}
			}},
		{"pocket pairs 20% too often", 52, 2, 11600, 5, 400_000, 0, accepted(func(deal []int, r *rand.Rand) bool {
			// 1.2·p and 1 − 1.2·p, with p = 3/51, are as 1 to 0.8235…
			return deal[0]%13 == deal[1]%13 || r.Float64() < (1-1.2*3/51)/(1-3./51)/1.2
		})},
		late(5000), late(50_000),
		{"skip-last, 3,000 items", 3000, 3000, million / math.Ln2, 5, 300, 0, stateless(museum.Suspect("skip-last").Shuffle)},
		{"round() instead of floor", 52, 52, million / information(52, rounded), 3, 10_000, 0,
			generated(func(r *rand.Rand) func(k int) int {
				return func(k int) int { return int(math.Round(r.Float64() * float64(k-1))) } //biasedshuffle:ok float to be found
			})},
		{"merge sort, one coin for two questions", 52, 52, 1, 5, 1000, 0, func(r *rand.Rand) func(deal []int) {
			return func(deal []int) {
				inOrder(deal)
				var coins uint64
				asked := 0
				mergeByCoins(deal, func() bool { // 64 coins for all questions, again and again
					if asked == 0 {
						coins = r.Uint64()
					}
					asked++
					return bits.RotateLeft64(coins, asked)&1 == 1
				})
			}
		}},
	}
}

func mergeByCoins(s []int, coin func() bool) {
	if len(s) < 2 {
		return
	}
	a, b := slices.Clone(s[:len(s)/2]), slices.Clone(s[len(s)/2:])
	mergeByCoins(a, coin)
	mergeByCoins(b, coin)
	for i := range s {
		if len(b) == 0 || len(a) > 0 && coin() {
			s[i], a = a[0], a[1:]
		} else {
			s[i], b = b[0], b[1:]
		}
	}
}

// glibc is its random(3): an additive generator of 31 words, filled by another.
func glibc(seed uint32) func() uint32 {
	r := make([]uint32, 34)
	r[0] = max(seed, 1)
	for i := 1; i < 31; i++ {
		r[i] = uint32(uint64(r[i-1]) * 16807 % (1<<31 - 1))
	}
	copy(r[31:], r)
	i := 34
	next := func() uint32 {
		r = append(r, r[i-31]+r[i-3])
		i++
		if i == 1<<12 {
			r = append([]uint32(nil), r[i-31:]...)
			i = 31
		}
		return r[i-1] >> 1
	}
	for range 310 {
		next()
	}
	return next
}

// The documentation has a table of what each bias takes, beside what the best test for it
// needs. The goals were set before.
func TestBounds(t *testing.T) {
	text, err := os.ReadFile("../docs/audits.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := make(map[string][]string)
	_, table, _ := strings.Cut(string(text), "| known mistake |")
	for _, row := range regexp.MustCompile(
		`(?m)^\| (.+?) \| ([0-9,]+|–) \| ([0-9,]+) \| ([0-9.]+|–) \|$`).FindAllStringSubmatch(table, -1) {
		documented[row[1]] = row[2:]
	}
	const audits = 5
	for _, c := range boundCases() {
		row := documented[c.name]
		delete(documented, c.name)
		bound := "–"
		if c.bound > 0 {
			bound = label.Number(int64(math.Round(c.bound)))
		}
		if row == nil || row[0] != bound {
			t.Errorf("%s has a bound of %s, documented as %v", c.name, bound, row)
			continue
		}
		if !*bounds {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			var needed []int64
			for seed := range uint64(audits) {
				r := rand.New(rand.NewPCG(seed, 77))
				a := audit.New(c.n, audit.Options{Take: c.take})
				deal := make([]int, c.n)
				next := c.dealer(r)
				for range c.fair {
					a.Observe(r.Perm(c.n)[:c.take])
				}
				for !a.Alarm() && a.Deals() < c.most+c.fair {
					next(deal)
					if err := a.Observe(deal[:c.take]); err != nil {
						t.Fatal(err)
					}
				}
				if !a.Alarm() {
					needed = append(needed, math.MaxInt64)
				} else {
					needed = append(needed, a.Deals()-c.fair)
				}
			}
			slices.Sort(needed)
			median, ratio := needed[audits/2], "–"
			if c.bound > 0 {
				ratio = fmt.Sprintf("%.1f", float64(median)/c.bound)
			}
			t.Logf("%s %s %s", bound, label.Number(median), ratio)
			if float64(median) > c.goal*max(c.bound, 1) {
				t.Errorf("%d deals are more than %v times the bound", median, c.goal)
			}
			want, err := strconv.ParseInt(strings.ReplaceAll(row[1], ",", ""), 10, 64)
			// Machines that fuse multiplication and addition round otherwise.
			if d := math.Abs(float64(median - want)); err != nil || d > 1+float64(want)/20 {
				t.Errorf("the documentation says %s deals, %v", row[1], err)
			}
		})
	}
	if len(documented) > 0 {
		t.Errorf("these are documented, but not measured: %v", documented)
	}
}
