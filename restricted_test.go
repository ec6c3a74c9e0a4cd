package yates

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A board says what is forbidden: board[i][j] says whether j is, at place i.
type board [][]bool

func (b board) forbidden(i, j int) bool { return b[i][j] }

// newBoard returns a board of n places with that share of forbidden positions.
func newBoard(n int, share float64, rng *rand.Rand) board {
	b := make(board, n)
	for i := range b {
		b[i] = make([]bool, n)
		for j := range n {
			b[i][j] = rng.Float64() < share
		}
	}
	return b
}

func (b board) grid() grid {
	g := newGrid(len(b))
	for i := range b {
		for j := range b {
			if !b[i][j] {
				g[i].set(j)
			}
		}
	}
	return g
}

func (b board) allows(p []int) bool {
	for i, j := range p {
		if b[i][j] {
			return false
		}
	}
	return true
}

// arrangements returns all that a board allows at some places, without a look at the
// others.
func (b board) arrangements(places []int) (all [][]int) {
	var extend func(p []int)
	extend = func(p []int) {
		if len(p) == len(places) {
			all = append(all, slices.Clone(p))
			return
		}
		for j := range b {
			if !b[places[len(p)]][j] && !slices.Contains(p, j) {
				extend(append(p, j))
			}
		}
	}
	extend(nil)
	return all
}

// blockCounts returns how many arrangements each set of places has that does not
// depend on the others, unless it is one. Two places depend on each other if some
// value comes to both of them in some of all the arrangements, or by way of others.
func blockCounts(n int, all [][]int) (counts []uint64) {
	block := count(n)
	for _, p := range all {
		for _, q := range all {
			for i := range n {
				other := block[slices.Index(q, p[i])]
				for k := range block {
					if block[k] == other {
						block[k] = block[i]
					}
				}
			}
		}
	}
	seen := map[int]bool{}
	for i := range n {
		if seen[block[i]] {
			continue
		}
		seen[block[i]] = true
		different := map[string]bool{}
		for _, p := range all {
			var part []int
			for k, j := range p {
				if block[k] == block[i] {
					part = append(part, j)
				}
			}
			different[fmt.Sprint(part)] = true
		}
		if len(different) > 1 {
			counts = append(counts, uint64(len(different)))
		}
	}
	return counts
}

func texts(all [][]int) (s []string) {
	for _, p := range all {
		s = append(s, fmt.Sprint(p))
	}
	return s
}

// boards calls f with random boards of n places, sparse and dense.
func boards(n, each int, f func(b board)) {
	rng := rand.New(rand.NewPCG(9, uint64(n)))
	for _, share := range []float64{0, 0.2, 0.4, 0.6, 0.8} {
		for range each {
			f(newBoard(n, share, rng))
		}
	}
}

// anyAllowed draws as people do with slips: each place takes any of its values that
// is left, and if there is none, all is drawn again.
func anyAllowed(b board, pick pick) string {
	var p []int
	for i := range b {
		var open []int
		for j := range b {
			if !b[i][j] && !slices.Contains(p, j) {
				open = append(open, j)
			}
		}
		if len(open) == 0 {
			return refused
		}
		p = append(p, open[pick(uint64(len(open)))])
	}
	return fmt.Sprint(p)
}

// All paths of random choices are followed, on boards of up to 6 places; and if there
// is no permutation, the proof is one.
func TestExactRestrictedPerm(t *testing.T) {
	impossible, noticed := 0, 0
	for n := range 7 {
		boards(n, 15, func(b board) {
			all := b.arrangements(count(n))
			if len(all) == 0 {
				impossible++
				p, err := RestrictedPerm(n, b.forbidden, nil)
				if proof := (*HallError)(nil); p != nil || !errors.As(err, &proof) {
					t.Fatalf("%v: %v, %v", b, p, err)
				} else {
					b.checkProof(t, proof)
				}
				return
			}
			l := lawOfWords(t, inTurn(blockCounts(n, all)...), func(src rand.Source) string {
				p, err := RestrictedPerm(n, b.forbidden, src)
				if err != nil {
					return err.Error()
				}
				return fmt.Sprint(p)
			})
			if err := l.uniform(texts(all)); err != nil {
				t.Errorf("%v: %v", b, err)
			}
			if lawOf(func(pick pick) string { return anyAllowed(b, pick) }).uniform(texts(all)) != nil {
				noticed++
			}
		})
	}
	if impossible < 50 {
		t.Errorf("only %d boards were impossible", impossible)
	}
	if noticed < 50 {
		t.Errorf("drawing any value that is left passes for uniform on all boards but %d", noticed)
	}
}

// checkProof checks that some places have too few values, and none of them too many.
func (b board) checkProof(t *testing.T, proof *HallError) {
	t.Helper()
	var values []int
	for j := range b {
		if slices.ContainsFunc(proof.Places, func(i int) bool { return !b[i][j] }) {
			values = append(values, j)
		}
	}
	if !slices.Equal(values, proof.Values) || len(values) >= len(proof.Places) || !slices.IsSorted(proof.Places) {
		t.Errorf("%v: %v, but these places have %v", b, proof, values)
	}
	for k := range proof.Places {
		if others := slices.Delete(slices.Clone(proof.Places), k, k+1); len(b.arrangements(others)) == 0 {
			t.Errorf("%v: %v, but %v would do", b, proof, others)
		}
	}
}

// Of several proofs, the shortest is told.
func TestHallError(t *testing.T) {
	b := newBoard(6, 0, rand.New(rand.NewPCG(1, 1)))
	for j := range b {
		b[0][j], b[1][j], b[2][j] = j > 1, j > 1, j > 1
		b[4][j], b[5][j] = j != 3, j != 3
	}
	_, err := RestrictedPerm(len(b), b.forbidden, nil)
	if want := "yates: RestrictedPerm: places [4 5] may together have only [3]"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// A tryTwin is drawTrying in few words, one try at a time.
type tryTwin struct {
	b      board
	values []int // as the last try left them
}

func (w *tryTwin) try(pick pick) string {
	n := len(w.b)
	p := make([]int, n)
	own := make([][]int, n)
	places := count(n)
	for i := range own {
		for j := range n {
			if !w.b[i][j] {
				own[i] = append(own[i], j)
			}
		}
	}
	slices.SortStableFunc(places, func(i, k int) int { return cmp.Compare(len(own[i]), len(own[k])) })
	for t, i := range places {
		var j int
		switch {
		case len(own[i]) < n-t:
			j = own[i][pick(uint64(len(own[i])))]
		case t < n-1:
			j = w.values[t+int(pick(uint64(n-t)))]
		default:
			j = w.values[t]
		}
		at := slices.Index(w.values, j)
		if at < t || w.b[i][j] {
			return refused
		}
		w.values[t], w.values[at] = w.values[at], w.values[t]
		p[i] = j
	}
	return fmt.Sprint(p)
}

// The first try, and one after each that may fail, has the law of a uniform draw.
func TestExactRestrictedTries(t *testing.T) {
	again := 0
	for n := 1; n <= 5; n++ {
		boards(n, 12, func(b board) {
			all := b.arrangements(count(n))
			if len(all) == 0 || slices.ContainsFunc(b, func(row []bool) bool { return !slices.Contains(row, false) }) {
				return
			}
			type path struct{ choices, words []uint64 }
			failing := []path{{}} // the first try follows none
			lawOf(func(pick pick) string {
				var taken path
				outcome := (&tryTwin{b, count(n)}).try(func(n uint64) uint64 {
					c := pick(n)
					w, _ := words(n, c)
					taken.choices, taken.words = append(taken.choices, c), append(taken.words, w)
					return c
				})
				if outcome == refused {
					failing = append(failing, taken)
				}
				return outcome
			})
			for _, first := range failing[:min(len(failing), 20)] {
				twin := func(pick pick) string {
					w := &tryTwin{b, count(n)}
					k := 0
					if len(first.choices) > 0 {
						w.try(func(uint64) uint64 { k++; return first.choices[k-1] })
						again++
					}
					return w.try(pick)
				}
				l := lawOfWords(t, asIn(twin), func(src rand.Source) string {
					k := 0
					r := source{other: sourceFunc(func() uint64 {
						if k < len(first.words) {
							k++
							return first.words[k-1]
						}
						return src.Uint64()
					})}
					p := make([]int, n)
					b.grid().drawTrying(&r, p, mostChoices)
					return fmt.Sprint(p)
				})
				if err := l.uniform(texts(all)); err != nil {
					t.Errorf("%v, after %v: %v", b, first.choices, err)
				}
			}
		})
	}
	if again < 500 {
		t.Errorf("only %d tries were second ones", again)
	}
}

// Boards of any size, on both sides of what is counted and of a word.
func TestRestrictedPerm(t *testing.T) {
	for _, n := range []int{7, 19, 20, 21, 22, 63, 64, 65, 128, 129, 200} {
		rng := rand.New(rand.NewPCG(10, uint64(n)))
		for range 5 {
			b := newBoard(n, 4/float64(n), rng)
			p, err := RestrictedPerm(n, b.forbidden, rng)
			if hall := (*HallError)(nil); errors.As(err, &hall) && len(hall.Values) < len(hall.Places) {
				continue
			} else if err != nil {
				t.Errorf("n = %d: %v", n, err)
			}
			if q := slices.Sorted(slices.Values(p)); !slices.Equal(q, count(n)) || !b.allows(p) {
				t.Errorf("n = %d: %v breaks %v", n, p, b)
			}
		}
	}
}

// Two groups of 30 who may only give to the other one are two plain shuffles, and
// what is forced is found: both hold without a single failing try.
func TestRestrictedPermBlocks(t *testing.T) {
	const n = 60
	calls := 0
	words := sourceFunc(func() uint64 { calls++; return rand.NewPCG(1, uint64(calls)).Uint64() })
	p, err := RestrictedPerm(n, func(i, j int) bool { return i%2 == j%2 }, words)
	if err != nil || calls != 2*29 {
		t.Errorf("%v, %v after %d words", p, err, calls)
	}
	calls = 0
	if p, err = RestrictedPerm(n, func(i, j int) bool {
		return j > i
	}, words); err != nil || !slices.Equal(p, count(n)) || calls != 0 {
		t.Errorf("%v, %v after %d words", p, err, calls)
	}
}

// A draw that is not found in time is an error. This board of 24 places in a ring, of
// which each has three values, has one block.
func TestRestrictedPermTight(t *testing.T) {
	const n = 24
	b := newBoard(n, 1, rand.New(rand.NewPCG(1, 1)))
	for i := range n {
		for d := range 3 {
			b[i][(i+d)%n] = false
		}
	}
	r := source{other: rand.NewPCG(1, 2)}
	p := make([]int, n)
	if left := b.grid().drawTrying(&r, p, 1000); left >= 0 {
		t.Errorf("%d choices are left, and the draw is %v", left, p)
	}
	if left := b.grid().drawTrying(&r, p, mostChoices); left < 0 || !b.allows(p) {
		t.Errorf("%d choices are left, and the draw is %v", left, p)
	}
}

func BenchmarkRestrictedPerm(b *testing.B) {
	for _, n := range []int{20, 100, 1000, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := RestrictedPerm(n, func(i, j int) bool { return i/2 == j/2 }, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
