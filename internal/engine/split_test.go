package engine

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/record"
)

// TestEntry: an entry knows its record, however long.
func TestEntry(t *testing.T) {
	for _, length := range []int{1, 2, 1000, longRecord - 1, longRecord, longRecord + 1, longRecord + 1000} {
		for _, after := range []string{"", "\n", "next\n"} {
			data := append(bytes.Repeat([]byte{'x'}, 5+length-1), '\n')
			data[4] = '\n'
			data = append(data, after...)
			if got := newEntry(5, length).record(data, &record.Format{Sep: '\n', Count: 1}); len(got) != length ||
				&got[0] != &data[5] {
				t.Errorf("length %d, then %q: %d bytes", length, after, len(got))
			}
		}
	}
	most := min(mostIndexed-1, math.MaxInt)
	if e := newEntry(most, 3); uint64(e>>lengthBits) != uint64(most) || e&longRecord != 3 {
		t.Errorf("the last start gives %x", e)
	}
}

func TestCopyRecord(t *testing.T) {
	for n := range 40 {
		src := bytes.Repeat([]byte{'s'}, n)
		for i := range src {
			src[i] += byte(i)
		}
		dst := bytes.Repeat([]byte{'.'}, n+8)
		copyRecord(dst[4:], src)
		if want := fmt.Sprintf("....%s....", src); string(dst) != want {
			t.Errorf("%d bytes: %q instead of %q", n, dst, want)
		}
	}
}
