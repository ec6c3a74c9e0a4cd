package draw

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/order"
)

// A Ranking says how a draw without prizes ranks the names of a table, by columns of the table. A name stands where its
// best ticket does. Group and Tickets may be "".
type Ranking struct {
	Name    string // who is ranked
	Group   string // a number: smaller ones are ranked first
	Tickets string // how many tickets the row has; one if there is no such column
}

// rankingFlags begin the rules of a ranking, in their order.
var rankingFlags = []string{"--rank=", "--group=", "--tickets="}

// Rules returns the first rules of a commitment to the ranking.
func (r Ranking) Rules() (rules []string) {
	for i, column := range []string{r.Name, r.Group, r.Tickets} {
		if column != "" {
			rules = append(rules, rankingFlags[i]+column)
		}
	}
	return rules
}

// Ranking returns the ranking that the commitment fixes, if it fixes one. A later version may know more rules of this
// kind, and make another ranking of them, so there is none if one is unknown.
func (c *Commitment) Ranking() (r Ranking, ok bool) {
	flags := 0
	for _, rule := range c.Rules {
		for i, column := range []*string{&r.Name, &r.Group, &r.Tickets} {
			if value, found := strings.CutPrefix(rule, rankingFlags[i]); found {
				*column = value
			}
		}
		if strings.HasPrefix(rule, "--") {
			flags++
		}
	}
	return r, r.Name != "" && len(c.Prizes)+len(c.Barred) == 0 && slices.Equal(c.Rules[:flags], r.Rules())
}

// A Table is a list that is ranked: CSV with a header.
type Table struct {
	Header []string
	Rows   [][]string
	Names  []string // of the rows
	groups []uint64
	last   []uint64 // the number of the last ticket of each row
}

// Read reads all of a list.
func (r Ranking) Read(list io.Reader) (*Table, error) {
	text, err := io.ReadAll(list)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))).ReadAll()
	switch {
	case err != nil:
		return nil, err
	case len(rows) < 2:
		return nil, errors.New("there are no rows below a header")
	}
	t := &Table{Header: rows[0], Rows: rows[1:]}
	var noName, noGroup, noTickets error
	t.Names, noName = t.column(r.Name)
	t.groups, noGroup = t.numbers(r.Group)
	t.last, noTickets = t.numbers(r.Tickets)
	if err := cmp.Or(noName, noGroup, noTickets); err != nil {
		return nil, err
	}
	sum := uint64(0)
	for i := range t.last {
		if t.last[i] > MaxTickets-sum {
			return nil, fmt.Errorf("there are more than %d tickets", MaxTickets)
		}
		sum += t.last[i]
		t.last[i] = sum
	}
	return t, nil
}

// column returns the cells of a column.
func (t *Table) column(name string) (cells []string, err error) {
	i := slices.Index(t.Header, name)
	if i < 0 || slices.Contains(t.Header[i+1:], name) {
		return nil, fmt.Errorf("there is no single column %s, but there are %s", short(name), short(strings.Join(t.Header, ",")))
	}
	for n, row := range t.Rows {
		if slices.ContainsFunc(row, func(cell string) bool { return strings.ContainsAny(cell, "\r\n") }) {
			return nil, fmt.Errorf("row %d has a line break in quotation marks", n+2)
		}
		cells = append(cells, row[i])
	}
	return cells, nil
}

// numbers returns the numbers in a column, and ones if its name is "".
func (t *Table) numbers(name string) ([]uint64, error) {
	numbers := slices.Repeat([]uint64{1}, len(t.Rows))
	if name == "" {
		return numbers, nil
	}
	cells, err := t.column(name)
	for i, digits := range cells {
		n, bad := strconv.ParseUint(digits, 10, 63)
		if bad != nil || n < 1 || strconv.FormatUint(n, 10) != digits {
			return nil, fmt.Errorf("row %d has %s in column %s, which is not a whole number from 1 on", i+2, short(digits),
				short(name))
		}
		numbers[i] = n
	}
	return numbers, err
}

// Rank returns the rows in the order of the seed of a draw, the first one of each name. It takes 4 bytes of memory for
// each ticket at most.
func (t *Table) Rank(seed order.Seed) [][]string { return t.rank(numbers(seed, t.last[len(t.last)-1])) }

// rank returns the rows in the order of their tickets, from 1 on.
func (t *Table) rank(order iter.Seq[uint64]) [][]string {
	drawn := make([]bool, len(t.Rows))
	var ranks []int
	for ticket := range order {
		if row, _ := slices.BinarySearch(t.last, ticket); !drawn[row] {
			drawn[row], ranks = true, append(ranks, row)
		}
		if len(ranks) == len(t.Rows) {
			break
		}
	}
	slices.SortStableFunc(ranks, func(a, b int) int { return cmp.Compare(t.groups[a], t.groups[b]) })
	named := make(map[string]bool)
	var ranked [][]string
	for _, row := range ranks {
		if !named[t.Names[row]] {
			named[t.Names[row]], ranked = true, append(ranked, t.Rows[row])
		}
	}
	return ranked
}
