package record

import (
	"bytes"
	"math"
	"testing"
)

// TestEntry: an entry knows its record, however long.
func TestEntry(t *testing.T) {
	for _, length := range []int{1, 2, 1000, longRecord - 1, longRecord, longRecord + 1, longRecord + 1000} {
		for _, after := range []string{"", "\n", "next\n"} {
			data := append(bytes.Repeat([]byte{'x'}, 5+length-1), '\n')
			data[4] = '\n'
			data = append(data, after...)
			if got := NewEntry(5, length).Record(data, &Format{Sep: '\n', Count: 1}); len(got) != length ||
				&got[0] != &data[5] {
				t.Errorf("length %d, then %q: %d bytes", length, after, len(got))
			}
		}
	}
	most := min(MostIndexed-1, math.MaxInt)
	if e := NewEntry(most, 3); uint64(e>>lengthBits) != uint64(most) || e&longRecord != 3 {
		t.Errorf("the last start gives %x", e)
	}
}
