package deals

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// fair returns that many fair deals of k of n integers, each written by a function.
func fair(deals, n, k int, write func(deal []int) string) string {
	r := rand.New(rand.NewPCG(3, 4))
	var text strings.Builder
	for range deals {
		fmt.Fprintln(&text, write(r.Perm(n)[:k]))
	}
	return text.String()
}

// plain writes integers between spaces.
func plain(deal []int) string { return strings.Trim(fmt.Sprint(deal), "[]") }

// What is wrong with a source is found wherever it stands, and so is what only looks like items: no fair deals
// that are written in another way are audited as deals of something else.
func TestFaults(t *testing.T) {
	whole := strings.Repeat("3 1 2\n1 3 2\n2 1 3\n", 20)
	list := func(start, between, end string) func(deal []int) string {
		return func(deal []int) string { return start + strings.ReplaceAll(plain(deal), " ", between) + end }
	}
	number := 0
	table := func(names string, write func(deal []int) string) string {
		number++
		return names[number%len(names):][:1] + " " + write([]int{1, 2, 3})
	}
	for _, test := range []struct {
		text  string
		items *Items
		fault Fault
	}{
		{fair(200, 4, 4, list("(", ", ", ")")), nil, Bracket}, // Python
		{fair(200, 4, 4, list("(", ", ", ")")), Integers(0, 3), Bracket},
		{fair(200, 4, 4, list("(", " ", ")")), nil, Bracket}, // Lisp
		{fair(200, 4, 4, list("deal(", ",", ")")), nil, Bracket},
		{fair(200, 4, 4, list("{", ", ", "}")), nil, Bracket},
		{fair(200, 4, 4, list("[", " ", "]")), nil, Bracket},            // NumPy
		{fair(200, 4, 4, list("['", "', '", "']")), nil, Bracket},       // Python
		{fair(200, 4, 4, list(`{"deal":[`, ",", "]}")), nil, Bracket},   // JSON, of which arrays are read
		{fair(200, 4, 4, list(`{"deal": [`, ", ", "]}")), nil, Bracket}, // with spaces
		{fair(200, 4, 4, list(`{"deal": "`, " ", `"}`)), nil, Bracket},  // a string
		{fair(200, 4, 4, list(`<deal>`, " ", `</deal>`)), nil, Label},   // XML
		{fair(200, 4, 4, list("deal: ", " ", "")), nil, Label},          // a label in each
		{fair(200, 4, 4, list("", ", ", ".")), nil, Label},              // an end
		{fair(200, 4, 4, list("", " ", " of 4")), nil, Label},           // more at the end
		{fair(200, 4, 2, list("x=", " y=", "")), nil, Label},            // the names of columns
		{fair(900, 9, 9, list("1:", " 9:", "")), nil, Share},            // some numbered cells
		{fair(200, 4, 4, func(deal []int) string { return table("AB", list("", " ", "")) }), nil, Label},
		{fair(900, 4, 4, func(deal []int) string { // all cells have numbers
			return fmt.Sprintf("1:%d 2:%d 3:%d 4:%d", deal[0], deal[1], deal[2], deal[3])
		}), nil, Label},
		{fair(200, 4, 4, func(deal []int) string { return fmt.Sprintf("t%d ", deal[0]%3) + plain(deal) }), nil, Label},
		{fair(900, 4, 4, func(deal []int) string { // and now and then a word somewhere
			return strings.Replace(plain(deal), "3", []string{"3 x", "x 3", "3 y", "y 3"}[deal[0]], 1)
		}), nil, Share},
		{"a b c\n" + fair(500, 20, 3, plain), nil, Share}, // a heading
		{"a b c\n" + whole, nil, Share},
		{"a b c\n" + whole, Integers(1, 3), Foreign},
		{"result\n" + fair(500, 6, 1, plain), nil, Share},
		{fair(200, 6, 2, plain) + "the end\n" + whole, Integers(0, 5), Foreign},
		{strings.Repeat("a b\nb a\na c\nc a\n", 20), nil, Share}, // one in all, others missing
		{"1/1/24 2 3\n1/2/24 3 1\n", nil, TooFew},
		{"day x y\n1/2/24 3 1\n", Integers(1, 3), Foreign},
		{"1 2\n" + whole, nil, Lengths},
		{"1 2\n3 4\n", nil, TooFew},
		{"4 2 2\n", nil, Twice},
		{"As 2s As\n", nil, Decks},
		{strings.Repeat("draw 3 1 2\ndraw 3 2 1\n", 20), nil, Label},
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

// Sets that are sorted, as lotteries write them, are learned although the least number is always the first, and so
// are deals that no shuffle moved.
func TestLearnSorted(t *testing.T) {
	sorted := func(deal []int) string {
		slices.Sort(deal)
		return plain(deal)
	}
	for _, test := range []struct {
		text  string
		items int
	}{
		{fair(500, 9, 3, sorted), 9}, {fair(200, 10, 9, sorted), 10}, {fair(200, 5, 2, sorted), 5},
		{fair(100, 4, 4, sorted), 4}, {strings.Repeat("c a b\n", 50), 3},
	} {
		d := &Reader{Source: ReadLines(strings.NewReader(test.text), "of a test", mostUnknown, 0), Own: true}
		if _, err := d.Next(t.Context()); err != nil || len(d.Items.Names) != test.items {
			t.Errorf("%.30q: %d items of %v, %v", test.text, test.items, d.Items, err)
		}
		d.Source.Close()
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
