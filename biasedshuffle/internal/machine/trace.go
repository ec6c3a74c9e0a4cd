package machine

// A trace is what a machine has seen on a path, or on several.
type trace struct {
	Marks       mark
	Swaps       int
	randomPairs int      // writes to elements at random indices, in a pair
	lastPair    [2]int64 // indices of the swap before
	half        *number  // the index of the first write of a swap in two
}

// A mark is something that a machine has seen on a path, or on one of several.
type mark uint

const (
	AtRandom   mark = 1 << iota // an element at a random index is written
	Arithmetic                  // items are added, or XORed
	Trivial                     // it draws among one
	Uncounted                   // a number of steps, or of other items, is taken to be that of the items
	Permuted                    // it uses a permutation that was drawn before it, or that it ranges over
	Handed                      // items go where nothing is known of them
	Removes                     // it takes items out of a slice
	Rejects                     // it draws again on what is not known, and is taken to do so never
)

func (m mark) Has(one mark) bool { return m&one != 0 }

// note sets a mark.
func (t *trace) note(what mark, is bool) {
	if is {
		t.Marks |= what
	}
}

// wrote counts a swap of the elements at two indices.
func (t *trace) wrote(i, j number) {
	pair := [2]int64{i.v, j.v}
	if t.Swaps > 0 && pair == t.lastPair {
		return // of another slice, in step
	}
	t.lastPair = pair
	t.Swaps++
	t.note(AtRandom, i.random || j.random)
	if i.random && j.random {
		t.randomPairs++
	}
}

// join adds what was seen on another path.
func (t *trace) join(other trace) {
	t.Marks |= other.Marks
	t.Swaps = max(t.Swaps, other.Swaps)
	t.randomPairs = max(t.randomPairs, other.randomPairs)
}

// OnlyPairs reports whether all swaps are of two random items each.
func (t *trace) OnlyPairs() bool { return t.randomPairs > 0 && t.randomPairs == t.Swaps }
