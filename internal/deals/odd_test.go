package deals

import (
	"errors"
	"strings"
	"testing"
)

func TestDates(t *testing.T) {
	for word, want := range map[string]bool{
		"2024-01-31": true, "31.1.2024": true, "1/31/24": true, "Sat 31.01.2024": true, "2024/1/31 19:30": true,
		"2024-01-31T19:30": true,
		"3":                false, "3.14": false, "1-2-3": false, "1.2.345": false, "10.0.0.12": false, "Ann": false,
		"555-1234": false, "12024-01-31": false,
	} {
		for _, l := range []row{{words: [][]byte{[]byte(word), []byte("7")}},
			{words: [][]byte{[]byte("7"), []byte(word)}}} {
			if got := dates(l) != nil; got != want {
				t.Errorf("%q is a column of dates: %v, not %v", l.words, got, want)
			}
		}
	}
	if err := dates(row{words: [][]byte{[]byte("2024-01-31"), []byte("2024-02-01")}}); err != nil {
		t.Errorf("days are shuffled, but %v", err)
	}
}

// What is wrong with a source is found wherever it stands.
func TestFaults(t *testing.T) {
	whole := strings.Repeat("3 1 2\n1 3 2\n2 1 3\n", 20)
	labelled := strings.Repeat("3 1 2\n3 2 1\n", 20)
	for _, test := range []struct {
		text  string
		items *Items
		fault Fault
	}{
		{"a b c\n" + whole, nil, Heading},
		{"a b c\n" + whole, Integers(1, 3), Heading},
		{"all the numbers of today\n" + whole, nil, Heading},
		{"a b c\n" + strings.ReplaceAll(whole, "3", "x"), nil, Heading},
		{"1/1/24 2 3\n1/2/24 3 1\n", nil, Column},
		{"day x y\n1/2/24 3 1\n", Integers(1, 3), Column},
		{"1 2\n" + whole, nil, Lengths},
		{"1 2\n3 4\n", nil, TooFew},
		{"4 2 2\n", nil, Twice},
		{"As 2s As\n", nil, Decks},
		{strings.ReplaceAll(labelled, "3", "draw 3"), nil, Label},
		{strings.Repeat("3 1 2 end\n1 3 2 end\n", 20), nil, Label},
		{"x 2 1\n" + whole, Integers(1, 3), Foreign},
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
	for _, odd := range []string{"3 1", "3 1 3", "3 1 2 1"} {
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
