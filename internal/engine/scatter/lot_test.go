package scatter

import (
	"errors"
	"fmt"
	"testing"
)

// TestLot: what is dropped is taken out, and what stands behind the first bad record, also a long one, is no part of the
// lot, whatever stages say.
func TestLot(t *testing.T) {
	bad := errors.New("it is bad")
	for _, c := range []struct {
		drop, fail []int
		want       string
	}{
		{nil, nil, `["a\n" "b\n" "c\n" "d"], 4, <nil>`},
		{[]int{1, 1}, nil, `["a\n" "c\n"], 0, <nil>`},
		{[]int{0, 1, 2}, nil, `[], 0, <nil>`},
		{nil, []int{3, 1}, `["a\n"], 0, record 12: it is bad`},
		{[]int{0}, []int{2}, `["a\n" "b\n"], 0, record 13: it is bad`},
	} {
		l := &Lot{Data: []byte("a\nb\nc\n"), Starts: []uint32{0, 2, 4}, read: 10}
		if c.drop == nil { // else it is refused
			l.Starts, l.Long, l.front = append(l.Starts, 6), 4, []byte("d")
		}
		for _, i := range c.drop {
			l.Drop(i)
		}
		for _, i := range c.fail {
			l.Fail(i, bad)
		}
		if l.bad == nil {
			l.compact()
		}
		var texts []string
		for i := range l.Starts {
			text, _ := l.Text(i)
			texts = append(texts, string(text))
		}
		if got := fmt.Sprintf("%q, %d, %v", texts, l.Long, l.err()); got != c.want {
			t.Errorf("without %v, %v bad: %s, not %s", c.drop, c.fail, got, c.want)
		}
	}
}
