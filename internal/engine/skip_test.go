package engine

import (
	"bytes"
	"context"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// TestSkipIntegers is TestSkip for integers, of which there may be more than 2³².
func TestSkipIntegers(t *testing.T) {
	seed := order.SeedFromText("skip")
	for _, hi := range []uint64{9999, 1 << 33} {
		numbers := func(skip, head int64) []byte {
			var out bytes.Buffer
			if err := Shuffle(context.Background(), &out, Options{Seed: &seed, Sink: Sink{Skip: skip, Head: head}},
				Integers(1, hi)); err != nil {
				t.Fatal(err)
			}
			return out.Bytes()
		}
		head := bytes.SplitAfter(numbers(0, 5000), []byte{'\n'})
		for _, skip := range []int{1, 100, 4999} {
			if got, want := numbers(int64(skip), int64(5000-skip)), bytes.Join(head[skip:5000],
				nil); !bytes.Equal(got, want) {
				t.Errorf("%d integers after %d differ", hi, skip)
			}
		}
	}
}
