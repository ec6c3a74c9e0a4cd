package audit

import (
	"fmt"
	"testing"
)

// Fatal is a TB that keeps how it failed, and goes on.
type fatal struct{ text string }

func (*fatal) Helper()                             {}
func (*fatal) Logf(string, ...any)                 {}
func (f *fatal) Fatalf(format string, args ...any) { f.text = fmt.Sprintf(format, args...) }

// A test of too few items fails; it does not panic, which would hide all other tests.
func TestTestOfOne(t *testing.T) {
	var f fatal
	Test(&f, 1, func([]int) {})
	if f.text != "audit: there is nothing to shuffle: n is 1" {
		t.Errorf("it says %q", f.text)
	}
}
