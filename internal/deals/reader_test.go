package deals

import (
	"errors"
	"strings"
	"testing"
)

// What is wrong with a source is found wherever it stands: what is no item is not audited as one.
func TestFaults(t *testing.T) {
	whole := strings.Repeat("3 1 2\n1 3 2\n2 1 3\n", 20)
	for _, test := range []struct {
		text  string
		items *Items
		fault Fault
	}{
		{"(3, 1, 2)\n(1, 3, 2)\n", nil, Part},
		{"(3, 1, 2)\n", Integers(1, 3), Foreign},
		{"[3 1 2]\n", nil, Bracket},                          // NumPy
		{`{"deal": [3, 1]}` + "\n", Integers(1, 3), Foreign}, // JSON, of which arrays are read
		{"a b c\n" + whole, nil, Part},                       // a heading
		{"a b c\n" + whole, Integers(1, 3), Foreign},
		{whole + "the end now\n", nil, Part},
		{whole + "end of 3\n", nil, Part}, // a note that has an item
		{"1 2\n" + whole, nil, Part},
		{"1 2\n3 4\n", nil, Part},
		{"1 2\n" + whole, Integers(1, 3), Lengths},
		{"4 2 2\n", nil, Twice},
		{"4\n2\n", nil, Part},
		{"1 2 3 1\n", Integers(1, 3), Part},
		{strings.Repeat("As ", 53) + "\n", Shoe(1), Decks},
	} {
		d := &Reader{Source: ReadLines(strings.NewReader(test.text), "of a test", mostUnknown, 0), Items: test.items,
			Own: true}
		var err error
		for err == nil {
			_, err = d.Next(t.Context())
		}
		d.Source.Close()
		if e, ok := errors.AsType[*Error](err); !ok || e.Fault != test.fault {
			t.Errorf("%.30q: %v, not fault %d", test.text, err, test.fault)
		}
	}
}

// Begin takes no deal away.
func TestBegin(t *testing.T) {
	for _, items := range []*Items{nil, Integers(1, 3)} {
		const text = "3 1 2\n1 3 2\n2 1 3\n"
		d := &Reader{Source: ReadLines(strings.NewReader(text), "of a test", mostUnknown, 0), Items: items, Own: true}
		if err := d.Begin(t.Context()); err != nil || d.Take != 3 || len(d.Items.Names) != 3 {
			t.Fatalf("%d of %v, %v", d.Take, d.Items, err)
		}
		var all strings.Builder
		for {
			if _, err := d.Next(t.Context()); err != nil {
				break
			}
			all.WriteString(d.Text() + "\n")
		}
		whole := &Reader{Source: ReadLines(strings.NewReader(text), "of a test", mostUnknown, 0), Items: items,
			Own: true}
		for {
			if _, err := whole.Next(t.Context()); err != nil {
				break
			}
		}
		if all.String() != text || d.SHA256() != whole.SHA256() {
			t.Errorf("after Begin, the deals are %q", all.String())
		}
	}
}

// A deal that differs from many complete ones is for the auditor, and so is what follows.
func TestLost(t *testing.T) {
	for _, odd := range []string{"3 1", "3 1 3", "3 1 2 1", "3 1 99"} {
		for _, items := range []*Items{nil, Integers(1, 3)} {
			text := strings.Repeat("3 1 2\n", settled) + odd + "\n3 1 2\n"
			d := &Reader{Source: ReadLines(strings.NewReader(text), "of a test", mostUnknown, 0), Items: items,
				Own: true}
			for i := range settled + 2 {
				_, err := d.Next(t.Context())
				if broken := d.Broken() != ""; err != nil || broken != (i == settled) {
					t.Errorf("deal %d, %s: broken is %v, %v", i+1, d.Text(), broken, err)
				}
			}
		}
	}
}
