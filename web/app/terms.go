package app

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/label"
)

// termsOf returns what makes the chances of a draw unequal though it is right, a phrase each: who cannot win, who may
// be skipped later, and of the list, unless it is nil, who is there more often or has the most tickets.
func termsOf(c *draw.Commitment, list []byte) (all []string) {
	if n := len(c.Barred); n > 0 {
		var lines, reasons []string
		for _, bar := range c.Barred {
			lines = append(lines, fmt.Sprint("line ", bar.Entry))
			if reason := called(bar.Reason); !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		}
		all = append(all, fmt.Sprintf("%s of %s cannot win: %s (%s)", label.Number(int64(n)),
			label.Number(int64(c.Entries.Count)), few(lines), few(reasons)))
	}
	columns := c.Ranking()
	if columns == nil && list != nil {
		all = append(all, repeated(list)...)
	}
	if columns != nil && columns[1] != "" {
		all = append(all, "the smallest "+called(columns[1])+" comes first")
	}
	if columns != nil && columns[2] != "" {
		more := "who has more " + called(columns[2]) + " has a better chance"
		all = append(all, cmp.Or(mostTickets(columns, list), more))
	}
	var rules []string
	for _, rule := range c.Rules {
		if columns == nil || !strings.HasPrefix(rule, "--") {
			rules = append(rules, called(rule))
		}
	}
	if len(rules) > 0 {
		all = append(all, "may be skipped later: "+few(rules))
	}
	return all
}

// few joins the first of some texts.
func few(texts []string) string {
	const most = 8
	if n := len(texts); n > most {
		texts = append(texts[:most:most], fmt.Sprintf("and %d more", n-most))
	}
	return strings.Join(texts, "; ")
}

// repeated says which entry of a list is there most often, as people read it: whatever its case, width, spaces and
// characters that nobody sees.
func repeated(list []byte) []string {
	seen, first, most := make(map[string]int), "", ""
	entries, err := draw.ReadEntries(bytes.NewReader(list), func(_ uint64, entry []byte) {
		name := strings.Map(func(r rune) rune {
			if unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
				return -1
			}
			return unicode.ToLower(r)
		}, norm.NFKC.String(string(entry)))
		name = strings.Join(strings.Fields(name), " ")
		if seen[name]++; seen[name] > max(1, seen[most]) {
			first, most = string(entry), name
		}
	})
	if err != nil || seen[most] < 2 {
		return nil
	}
	others := -1 // beside that one
	for _, n := range seen {
		if n > 1 {
			others++
		}
	}
	words := fmt.Sprintf("%s is %d of %s", called(first), seen[most], label.Plural(int64(entries.Count), "entry"))
	if others > 0 {
		words += fmt.Sprintf(", and %s more than once", label.Plural(others, "other name"))
	}
	return []string{words}
}

// mostTickets says who has the largest part of the tickets, of a group with others if there are groups, if the table
// can be read.
func mostTickets(columns []string, list []byte) string {
	rows, err := draw.ReadTable(bytes.NewReader(list))
	if err != nil {
		return ""
	}
	cell := func(row []string, column int) string {
		if i := slices.Index(rows[0], columns[column]); i >= 0 && columns[column] != "" {
			return row[i]
		}
		return ""
	}
	group := func(row []string) string { return cell(row, 1) }
	tickets := func(row []string) float64 {
		n, _ := strconv.ParseUint(cell(row, 2), 10, 32) // what is no number cannot be ranked
		return float64(n)
	}
	sums, sizes := make(map[string]float64), make(map[string]int)
	for _, row := range rows[1:] {
		sums[group(row)] += tickets(row)
		sizes[group(row)]++
	}
	var top []string
	share := 0.0
	for _, row := range rows[1:] {
		if part := tickets(row) / sums[group(row)]; sizes[group(row)] > 1 && part > share {
			top, share = row, part
		}
	}
	if top == nil {
		return ""
	}
	words := fmt.Sprintf("%s has %s of %s", called(cell(top, 0)), label.Number(int64(tickets(top))),
		label.Plural(int64(sums[group(top)]), "ticket"))
	if columns[1] != "" {
		words += " of its group"
	}
	return words
}

// called returns what people call something, as a text that cannot be taken for what the page found: in quotation
// marks, of which it has none inside, and without the marks of verdicts.
func called(name string) string {
	return "“" + strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("✓✔✅☑🗸🗹✗✘✕✖❌❎☒🗴🗶🗷", r):
			return -1
		case strings.ContainsRune("“”„‟", r):
			return '"'
		}
		return r
	}, label.Name(name)) + "”"
}
