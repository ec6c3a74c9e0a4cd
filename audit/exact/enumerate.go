package exact

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/internal/laws"
)

// MaxItems is the largest number of items that [Enumerate] enumerates: 10! orders are
// counted in 29 MB, 11! would take 319 MB.
const MaxItems = 10

// Limits bound the work of [Enumerate]. The zero value means no limit of depth and 2³⁶
// paths.
type Limits struct {
	// Depth is the maximum number of choices on a path. A path that asks for more is
	// cut, and its probability is reported separately: see [Law.Cut]. It is for
	// rejection loops, which have no longest path.
	Depth int

	// Paths is the maximum number of paths; Enumerate fails if there are more.
	Paths int64
}

var errCut = errors.New("cut")

// Enumerate returns the law of a shuffle: the exact probability of each order of n
// items. It runs the shuffle once for each path of its choices, on a slice of
// 0, …, n−1, and adds up the probabilities of the paths as fractions. The shuffle
// must shuffle s in place and take its randomness only from intn: intn(k) is a uniform
// integer in [0, k).
//
// It fails if n is negative or more than [MaxItems], if the same choices lead to other
// calls of intn or another order (because the shuffle has a hidden source or keeps
// state), if intn is called with less than 1, and beyond the limits. It panics if
// shuffle does.
//
// The naive shuffle of 8 items has 8⁸ ≈ 16.8 million paths, Fisher and Yates' of
// 10 items 3.6 million; each takes about a second. Memory is 8 bytes for each of
// the n! orders. It runs in one goroutine.
func Enumerate(n int, shuffle func(s []int, intn func(k int) int), limits Limits) (*Law, error) {
	if n < 0 || n > MaxItems {
		return nil, fmt.Errorf("exact: Enumerate %d items, outside [0, %d]", n, MaxItems)
	}
	if limits.Paths == 0 {
		limits.Paths = 1 << 36
	}
	e := enumeration{shuffle: shuffle, limits: limits, s: make([]int, n), orders: laws.Orders(n),
		counts: make(map[product][]uint64)}
	e.intnFunc = e.intn
	law := &Law{N: n, Cut: new(big.Rat), Broken: new(big.Rat)}
	for more := true; more; more = e.next() {
		if law.Paths++; law.Paths > limits.Paths {
			return nil, fmt.Errorf("exact: more than %d paths: take fewer items, or cut paths at a smaller depth",
				limits.Paths)
		}
		err := e.run()
		if err == nil && bits.OnesCount64(uint64(law.Paths)) == 1 {
			err = e.again()
		}
		switch {
		case err == errCut:
			law.Cut.Add(law.Cut, e.weight().fraction(1))
		case err != nil:
			return nil, err
		case isPermutation(e.s):
			e.count()
		default:
			if law.BrokenDeal == nil {
				law.BrokenDeal = slices.Clone(e.s)
			}
			law.Broken.Add(law.Broken, e.weight().fraction(1))
		}
	}
	law.gather(e.orders, e.counts)
	return law, nil
}

// A product is the number of paths with the same bounds: each has the probability
// 1/product.
type product struct{ hi, lo uint64 }

func (p product) times(k uint64) (q product, ok bool) {
	hi, lo := bits.Mul64(p.lo, k)
	over, high := bits.Mul64(p.hi, k)
	sum, carry := bits.Add64(hi, high, 0)
	return product{sum, lo}, over == 0 && carry == 0
}

// fraction returns count/p.
func (p product) fraction(count uint64) *big.Rat {
	d := new(big.Int).SetUint64(p.hi)
	d.Lsh(d, 64).Or(d, new(big.Int).SetUint64(p.lo))
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(count), d)
}

// A choice is the one of a path at some depth.
type choice struct {
	choice, bound int
	product       product // of the bounds up to this
}

// An enumeration goes through the tree of choices, depth first. To follow a path
// it runs the shuffle from its beginning and gives it the choices up to the one
// that is new.
type enumeration struct {
	shuffle func(s []int, intn func(k int) int)
	limits  Limits
	s       []int
	orders  int

	path    []choice
	depth   int   // how many choices this run has asked for
	problem error // with the shuffle's questions

	counts   map[product][]uint64 // paths to each order, by rank
	last     product
	ofLast   []uint64        // counts[last]
	intnFunc func(k int) int // e.intn, made once
}

// run follows the path, and extends it by zeros.
func (e *enumeration) run() error {
	for i := range e.s {
		e.s[i] = i
	}
	e.depth = 0
	if err := e.call(); err != nil {
		return err
	}
	if e.depth < len(e.path) {
		return fmt.Errorf("exact: the shuffle is no function of its choices: after %v it asked for %d, and now "+
			"for none", e.choices()[:e.depth], e.path[e.depth].bound)
	}
	return nil
}

// again runs the same path again. A shuffle with a source of its own may ask the
// same questions and end in another order, so some paths are run twice: those
// whose number is a power of two.
func (e *enumeration) again() error {
	first := slices.Clone(e.s)
	if err := e.run(); err != nil {
		return err
	}
	if !slices.Equal(first, e.s) {
		return fmt.Errorf("exact: the shuffle is no function of its choices: %v led to %v, and now to %v", e.choices(),
			first, e.s)
	}
	return nil
}

// call runs the shuffle and returns what was wrong with its questions. Cut paths
// leave it by a panic, the only way out of another's loop.
func (e *enumeration) call() (err error) {
	e.problem = nil
	defer func() {
		if e.problem != nil {
			recover()
			err = e.problem
		}
	}()
	e.shuffle(e.s, e.intnFunc)
	return nil
}

func (e *enumeration) intn(k int) int {
	d := e.depth
	e.depth++
	if d < len(e.path) {
		c := &e.path[d]
		if c.bound != k {
			e.fail(fmt.Errorf("exact: the shuffle is no function of its choices: after %v it asked for intn(%d), and "+
				"now for intn(%d)", e.choices()[:d], c.bound, k))
		}
		return c.choice
	}
	e.extend(k)
	return 0
}

// extend adds a choice 0 among k to the path.
func (e *enumeration) extend(k int) {
	if k < 1 {
		e.fail(fmt.Errorf("exact: the shuffle asks for intn(%d) after the choices %v", k, e.choices()))
	}
	if e.limits.Depth > 0 && len(e.path) >= e.limits.Depth {
		e.fail(errCut)
	}
	p, ok := e.weight().times(uint64(k))
	if !ok {
		e.fail(fmt.Errorf("exact: a path of %d choices has a probability below 2⁻¹²⁸: cut paths at a smaller depth",
			len(e.path)+1))
	}
	e.path = append(e.path, choice{0, k, p})
}

func (e *enumeration) choices() []int {
	all := make([]int, len(e.path))
	for d, c := range e.path {
		all[d] = c.choice
	}
	return all
}

func (e *enumeration) fail(err error) {
	e.problem = err
	panic(err)
}

// next moves to the next path; it is false after the last.
func (e *enumeration) next() bool {
	d := len(e.path)
	for d > 0 && e.path[d-1].choice+1 == e.path[d-1].bound {
		d--
	}
	e.path = e.path[:d]
	if d == 0 {
		return false
	}
	e.path[d-1].choice++
	return true
}

// weight returns the product of the bounds of the path.
func (e *enumeration) weight() product {
	if len(e.path) == 0 {
		return product{0, 1}
	}
	return e.path[len(e.path)-1].product
}

// count adds the path to the order that it leads to.
func (e *enumeration) count() {
	w := e.weight()
	if e.ofLast == nil || w != e.last {
		e.last, e.ofLast = w, e.counts[w]
		if e.ofLast == nil {
			e.ofLast = make([]uint64, e.orders)
			e.counts[w] = e.ofLast
		}
	}
	e.ofLast[yates.Rank(e.s)]++
}

func isPermutation(s []int) bool {
	seen := 0
	for _, x := range s {
		if x < 0 || x >= len(s) {
			return false
		}
		seen |= 1 << x
	}
	return seen == 1<<len(s)-1
}
