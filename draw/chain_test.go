package draw

import (
	"math/big"
	"testing"
	"time"
)

// quicknetHash is what drand calls quicknet.
const quicknetHash = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"

// TestRoundTwin compares both formulas with ones in integers of any size, around many
// rounds of chains with odd periods.
func TestRoundTwin(t *testing.T) {
	for _, c := range []*Chain{{Period: 1, Genesis: 1}, {Period: 3, Genesis: 1692803367},
		{Period: 30, Genesis: 1595431050}, {Period: 1<<32 - 1, Genesis: 7}, {Period: 7, Genesis: lastSecond - 100}} {
		last := uint64(lastSecond-c.Genesis)/uint64(c.Period) + 1
		for _, round := range []uint64{1, 2, 3, 1000, last / 2, last - 1, last} {
			if round == 0 || round > last {
				continue
			}
			want := new(big.Int).Mul(new(big.Int).SetUint64(round-1), big.NewInt(int64(c.Period)))
			want.Add(want, big.NewInt(c.Genesis))
			comes, err := c.Time(round)
			if err != nil || comes.Unix() != want.Int64() {
				t.Fatalf("%+v: round %d comes at %d, %v, want %s", c, round, comes.Unix(), err, want)
			}
			for _, x := range []struct {
				offset time.Duration
				round  uint64
			}{{0, round}, {-1, round}, {1, round + 1}, {-time.Duration(c.Period) * time.Second, round - 1}} {
				if round == last && x.offset > 0 {
					continue
				}
				if got, err := c.Round(comes.Add(x.offset)); got != x.round || (err != nil) != (got == 0) {
					t.Errorf("%+v: %s from round %d: got %d, %v, want %d", c, x.offset, round, got, err, x.round)
				}
			}
		}
		for _, round := range []uint64{0, last + 1, 1 << 63, 1<<64 - 1} {
			if comes, err := c.Time(round); err == nil {
				t.Errorf("%+v: round %d comes at %s", c, round, comes)
			}
		}
		if round, err := c.Round(time.Unix(lastSecond, 1)); err == nil {
			t.Errorf("%+v: round %d comes after the year 9999", c, round)
		}
		if round, err := c.Round(time.Unix(1<<63-1, 999)); err == nil {
			t.Errorf("%+v: round %d comes at the end of time", c, round)
		}
	}
	if next := time.Unix(lastSecond+1, 0).UTC(); next != time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) {
		t.Errorf("the second after the last is %s", next)
	}
	if _, err := (&Chain{Period: 3, Genesis: 1<<63 - 1}).Time(1); err == nil {
		t.Error("a round after the year 9999 has a time")
	}
}
