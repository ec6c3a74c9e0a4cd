package draw

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// ReadTable reads the rows of a table in CSV, without white space and a byte-order mark at the edges of their fields.
func ReadTable(r io.Reader) ([][]string, error) {
	front := bufio.NewReader(r)
	if mark, _ := front.Peek(3); string(mark) == "\ufeff" { // before a quotation mark it would be a part of the field
		front.Discard(3)
	}
	rows, err := csv.NewReader(front).ReadAll()
	if err == nil && len(rows) == 0 {
		err = errors.New("it is empty")
	}
	for _, row := range rows {
		for c, cell := range row {
			row[c] = strings.Trim(cell, " \t\r\n\ufeff")
		}
	}
	return rows, err
}

// rank returns the rows in the order of their tickets, which are numbered from 1 on.
func rank(rows [][]string, columns []string, order func(tickets uint64) iter.Seq[uint64]) ([][]string, error) {
	header := slices.Concat(rows[:min(len(rows), 1)]...) // the first row, if there is one
	for _, name := range columns {
		if i := slices.Index(header, name); name != "" && (i < 0 || slices.Contains(header[i+1:], name)) {
			all := strings.Join(header, ",")
			return nil, fmt.Errorf("there is no column %s, or several: %s", short(name), short(all))
		}
	}
	groups, last := []uint64{0}, []uint64{0} // of each row: its group and last ticket, of which the header has none
	seen := make(map[string]int)
	for i := 1; i < len(rows); i++ {
		if len(rows[i]) != len(header) {
			return nil, fmt.Errorf("row %d has %d fields, and the header %d", i+1, len(rows[i]), len(header))
		}
		name := string(fold([]byte(rows[i][slices.Index(header, columns[0])])))
		if seen[name] > 0 {
			return nil, fmt.Errorf("rows %d and %d have the same %s", seen[name], i+1, short(columns[0]))
		}
		seen[name] = i + 1
		numbers := [2]uint64{1, 1}
		for c, column := range columns[1:] {
			if column == "" {
				continue
			}
			digits := rows[i][slices.Index(header, column)]
			n, ok := whole(digits)
			if !ok {
				return nil, fmt.Errorf("row %d: %s is %s, not a whole number from 1 on; a row that takes no part must "+
					"not be there", i+1, short(column), short(digits))
			}
			numbers[c] = n
		}
		groups, last = append(groups, numbers[0]), append(last, last[i-1]+numbers[1])
		if last[i] > MaxTickets {
			return nil, fmt.Errorf("there are more than %d tickets", MaxTickets)
		}
	}
	ranks, drawn := []int{0}, make([]bool, len(rows))
	for ticket := range order(last[len(last)-1]) {
		if row, _ := slices.BinarySearch(last, ticket); !drawn[row] {
			drawn[row], ranks = true, append(ranks, row)
		}
		if len(ranks) == len(rows) {
			break // the other tickets change nothing
		}
	}
	slices.SortStableFunc(ranks, func(a, b int) int { return cmp.Compare(groups[a], groups[b]) })
	ranked := make([][]string, len(rows))
	for i, row := range ranks {
		ranked[i] = rows[row]
	}
	return ranked, nil
}
