package ask

import (
	"errors"
	"math/bits"
	"testing"

	"github.com/yates-shuffle/yates/records/failure"
)

// TestTable: two things that exclude each other are one error, which names both, and are told of each other.
func TestTable(t *testing.T) {
	if want := 2*Shard - 1; formats|details|Rules|sinks != want || bits.OnesCount32(uint32(want)) != len(names) {
		t.Fatal("some things are of no kind, or have no name")
	}
	goes := 0
	for a := Lines; a <= Shard; a *= 2 {
		for b := 2 * a; b <= Shard; b *= 2 {
			err := (a | b).Check()
			e, ok := errors.AsType[*failure.ConflictError](err)
			if ok && (e.A != a.String() || e.B != b.String()) || ok != (a.Excluded()&b != 0) || ok != (b.Excluded()&a != 0) {
				t.Errorf("%v and %v: %v", a, b, err)
			}
			if !ok {
				goes++
			}
		}
		if a.Excluded()&a != 0 || a.Check() != nil {
			t.Errorf("%v excludes itself", a)
		}
	}
	if (CSV|JSON).Check() == nil || (Groups|Unique).Check() == nil || (Shard|Parts).Check() == nil || goes < 100 {
		t.Errorf("two of a kind go together, or only %d pairs do", goes)
	}
	if err := (Tar | Groups | Classes | Parts).Check(); err != nil {
		t.Error(err)
	}
}
