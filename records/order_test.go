package records_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
	"github.com/yates-shuffle/yates/records/failure"
)

// Rows with the same user stay together.
func ExampleOrder() {
	table := records.Reader("users.csv", strings.NewReader("user,n\nann,0\nbob,1\nann,2\ncid,3\nbob,4\n"))
	opt := records.Options{Seed: new(order.SeedFromText("2")), Format: records.CSV{Header: 1}}
	for place, err := range records.Order(ctx, opt, records.Groups{By: []records.Column{{Name: "user"}}}, table) {
		check(err)
		fmt.Print(place, " ")
	}
	// Output: 3 1 4 0 2
}

// A program that has the columns needs no file.
func ExampleRows() {
	users := []string{"ann", "bob", "ann", "cid", "bob"}
	next := func() (row []string, err error) {
		if len(users) == 0 {
			return nil, io.EOF
		}
		row, users = users[:1], users[1:]
		return row, nil
	}
	opt := records.Options{Seed: new(order.SeedFromText("2"))}
	groups := records.Groups{By: []records.Column{{Number: 1}}}
	for place, err := range records.Order(ctx, opt, groups, records.Rows("users", next)) {
		check(err)
		fmt.Print(place, " ")
	}
	// Output: 3 1 4 0 2
}

// No two songs of an artist are side by side.
func ExampleOrderApart() {
	songs := records.Reader("songs.csv", strings.NewReader("artist\na\na\nb\nc\na\n"))
	opt := records.Options{Seed: new(order.SeedFromText("songs")), Format: records.CSV{Header: 1}}
	for place, err := range records.OrderApart(ctx, opt, records.Apart{By: []records.Column{{Name: "artist"}}}, songs) {
		check(err)
		fmt.Print(place, " ")
	}
	// Output: 1 3 0 2 4
}

// The numbers of each part are written to an output of its own.
func ExampleCollectOrder() {
	opt := records.Options{Seed: new(order.SeedFromText("2026"))}
	c, err := records.CollectOrder(ctx, opt, nil, records.Integers(0, 5))
	check(err)
	defer c.Close()
	var parts [2]strings.Builder
	check(c.WriteParts(ctx, []int64{3, 2}, func(part int) (io.Writer, error) { return &parts[part], nil }))
	for _, part := range parts {
		fmt.Println(numbersIn(part.String()))
	}
	// Output:
	// [2 4 3]
	// [0 1]
}

// numbersIn returns the numbers that a collection has written.
func numbersIn(text string) (numbers []uint64) {
	for b := []byte(text); len(b) > 0; b = b[8:] {
		numbers = append(numbers, binary.LittleEndian.Uint64(b))
	}
	return numbers
}

// A loop over an order can end early, and what goes wrong comes last; the rest of what Order does, the trials of the
// engine compare with its twin.
func TestOrder(t *testing.T) {
	opt := records.Options{Seed: seeded.Seed, Format: records.Lines{Delimiter: '\n'}}
	all := func(order iter.Seq2[uint64, error]) (places []uint64, err error) {
		for place, e := range order {
			if err = e; err == nil {
				places = append(places, place)
			}
		}
		return places, err
	}
	by := []records.Column{{Number: 1}}
	apart := records.Apart{By: by}
	for range records.OrderApart(ctx, seeded, apart, suits()) {
		break
	}
	for range records.Order(ctx, seeded, nil, suits()) {
		break
	}
	bad := errors.New("a fault")
	faulty := records.Reader("faulty", iotest.ErrReader(bad))
	for name, order := range map[string]iter.Seq2[uint64, error]{
		"plain": records.Order(ctx, opt, nil, faulty), "unique": records.Order(ctx, opt, records.Unique{By: by}, faulty),
		"apart": records.OrderApart(ctx, opt, apart, faulty),
	} {
		if places, err := all(order); !errors.Is(err, bad) {
			t.Errorf("%s: %v, %v", name, places, err)
		}
	}
	same := records.Reader("same", strings.NewReader("a\na\n"))
	if _, err := all(records.OrderApart(ctx, opt, apart, same)); err == nil {
		t.Error("two equal records are apart")
	} else if _, is := errors.AsType[*failure.ApartError](err); !is {
		t.Error(err)
	}
	next := func() ([]string, error) { return nil, bad }
	if _, err := all(records.Order(ctx, opt, nil, records.Rows("rows", next))); !errors.Is(err, bad) || !strings.Contains(err.Error(), "rows") {
		t.Error(err)
	}
}

// Texts of rows are what they are, whatever they have.
func TestRows(t *testing.T) {
	texts := []string{"", "a", `"`, "a,b", "\n", "\r\n", "\ufeffa", "a", "", "\"a\"\r", "\ufeff", " a", "\ufeffa", "a\r"}
	for columns := 1; columns <= 3; columns++ {
		left := slices.Clone(texts)
		var row []string
		next := func() ([]string, error) {
			if len(left) == 0 {
				return nil, io.EOF
			}
			row = slices.Repeat([]string{left[0]}, columns)
			left = left[1:]
			return row, nil
		}
		want := map[uint64]bool{}
		for i, text := range texts {
			if text == "" || slices.Index(texts, text) == i { // what has no value is no repeat
				want[uint64(i)] = true
			}
		}
		got := map[uint64]bool{}
		unique := records.Unique{By: []records.Column{{Number: columns}}}
		for place, err := range records.Order(ctx, seeded, unique, records.Rows("rows", next)) {
			check(err)
			got[place] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d columns: rows %v, not %v", columns, got, want)
		}
	}
}
