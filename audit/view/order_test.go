package view_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/view"
)

// ordered is a report of 1,000 items that came in blocks of 100, with some faults.
func ordered(lost int) *audit.Report {
	o := audit.NewOrder(1000, audit.OrderOptions{})
	for x := range 1000 - lost {
		o.Observe(x/100*100 + x*37%100)
	}
	if lost > 0 {
		o.Observe(3)
	}
	o.End()
	return o.Conclude()
}

// A long order is drawn in parts, in all formats.
func TestOrdered(t *testing.T) {
	for _, r := range []*audit.Report{ordered(0), ordered(10)} {
		for _, format := range view.Formats() {
			var b bytes.Buffer
			if err := view.Write(&b, format, r); err != nil {
				t.Fatal(err)
			}
			if format != "json" && !strings.Contains(b.String(), "part of the data") {
				t.Errorf("%s has no parts:\n%s", format, &b)
			}
		}
	}
	var b bytes.Buffer
	if err := view.Observed(ordered(0)).WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"One order in 63 parts of 16 items", "items 897 to 1008 at places"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, &b)
		}
	}
}
