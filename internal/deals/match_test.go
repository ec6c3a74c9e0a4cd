package deals

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Each order finds all items once. Those that are equal come in each of their orders as often as in any other.
func TestMatcher(t *testing.T) {
	m := NewMatcher(rand.New(rand.NewPCG(1, 2)).IntN)
	for _, text := range []string{"a", "b", "a", "c", "a"} {
		m.Add([]byte(text))
	}
	if all, alike := m.Items(); all != 5 || alike != 3 {
		t.Errorf("%d items, %d alike", all, alike)
	}
	count := make(map[[3]int]int)
	for range 6000 {
		m.Begin()
		var found []int
		for _, text := range []string{"c", "a", "a", "b", "a"} {
			found = append(found, m.Find([]byte(text)))
		}
		count[[3]int{found[1], found[2], found[4]}]++
		again := m.Find([]byte("a"))
		if found[0] != 3 || found[3] != 1 || !slices.Contains(found, again) || m.Find([]byte("d")) != -1 {
			t.Fatalf("%v, and again %d", found, again)
		}
		if slices.Sort(found); !slices.Equal(found, []int{0, 1, 2, 3, 4}) {
			t.Fatalf("found are %v", found)
		}
	}
	for order, times := range count { // five standard errors are 144
		if times < 856 || times > 1144 {
			t.Errorf("the equal items are in the order %v %d times", order, times)
		}
	}
	if len(count) != 6 {
		t.Errorf("%d orders of equal items", len(count))
	}
}

// A file that was written on another system has the same lines.
func TestMatcherSystems(t *testing.T) {
	m := NewMatcher(rand.New(rand.NewPCG(1, 2)).IntN)
	m.Add([]byte("\ufeffa\r"))
	m.Add([]byte("b"))
	for text, want := range map[string]int{"a": 0, "a\r": 0, "b\r": 1, "\ufeffb": 1, "b\r\r": -1, "": -1} {
		if got := m.Find([]byte(text)); got != want {
			t.Errorf("%q is item %d, not %d", text, got, want)
		}
	}
}
