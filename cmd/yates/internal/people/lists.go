package people

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
)

// A column is a column of a list.
type column struct{ name, title string }

// keyColumns are those of the file of --key.
var keyColumns = []column{{"kit", "kit"}, {"arm", "arm"}}

// cells returns the cells of a row.
func (a *allocation) cells(columns []column, r handout.Allocation) (cells []string) {
	own := map[string]string{"arm": r.Arm, "kit": r.Kit, "sequence": strconv.Itoa(r.Sequence),
		"block": strconv.Itoa(r.Block), "stratum": strings.Join(r.Values, " ")}
	for i, f := range a.Factors {
		own[f.Name] = r.Values[i]
	}
	for _, c := range columns {
		cells = append(cells, own[c.name])
	}
	return cells
}

// table returns the rows of strata as CSV.
func (a *allocation) table(columns []column, strata [][]handout.Allocation) []byte {
	rows := [][]string{nil}
	for _, c := range columns {
		rows[0] = append(rows[0], c.title)
	}
	for _, r := range slices.Concat(strata...) {
		rows = append(rows, a.cells(columns, r))
	}
	return drawfile.CSV(rows)
}

// header returns the columns of the list: those of --columns, or the arm and the strata.
func (a *allocation) header() (columns []column) {
	names := frame.Names(a.columns)
	if a.columns == "" {
		names = []string{"arm"}
		for _, f := range a.Factors {
			names = append(names, f.Name)
		}
	}
	for _, name := range names {
		name, title, _ := strings.Cut(name, "=")
		columns = append(columns, column{name, cmp.Or(title, name)})
	}
	return columns
}

// has reports whether the list has a column.
func (a *allocation) has(name string) bool {
	return slices.ContainsFunc(a.header(), func(c column) bool { return c.name == name })
}

// checkColumns says what is wrong with the columns.
func (a *allocation) checkColumns() error {
	known, titles := []string{"arm", "kit", "sequence", "block", "stratum"}, []string(nil)
	for _, f := range a.Factors {
		known = append(known, f.Name)
	}
	for _, c := range a.header() {
		if titles = append(titles, c.title); !slices.Contains(known, c.name) {
			return fmt.Errorf("there is no column %s: there are %s", label.Name(c.name), strings.Join(known, ", "))
		}
	}
	switch {
	case slices.ContainsFunc(titles, drawfile.IsFormula):
		return errors.New("a spreadsheet can take the title of a column for a formula")
	case a.key != "" && (!a.has("kit") || a.has("arm")):
		return errors.New("--key needs --columns with kit, and without arm")
	}
	return cmp.Or(handout.Distinct("column", known), handout.Distinct("title", titles))
}

// cut leaves the rows that a list lacks, for --extend. It must have all others of its strata, from the first on, as
// whole blocks and with their arms.
func (a *allocation) cut(ctx context.Context, ui *frame.UI, strata [][]handout.Allocation) error {
	columns := a.header()
	for _, f := range a.Factors {
		if !a.has(f.Name) {
			return frame.BadUsage("", "--extend needs the column %s, which tells the strata apart", label.Name(f.Name))
		}
	}
	if !a.has("arm") && a.oldKey == "" {
		return frame.BadUsage("", "--extend needs the arms, which the list does not say: give the file of its --key "+
			"as --old-key")
	}
	text, err := drawfile.Text(ctx, ui, a.extend, drawfile.AList, drawfile.Whole)
	if err != nil {
		return err
	}
	was, _ := csv.NewReader(bytes.NewReader(text)).ReadAll() // up to an error
	var old [][]handout.Allocation
	at := 1
	for i, rows := range strata {
		n := 0
		for n < len(rows) && at < len(was) && slices.Equal(was[at], a.cells(columns, rows[n])) {
			n, at = n+1, at+1
		}
		for n > 0 && n < len(rows) && rows[n].Block == rows[n-1].Block {
			n-- // no list ends within a block
		}
		old, strata[i] = append(old, rows[:n]), rows[n:]
	}
	name, wrong := a.extend, differ(text, a.table(columns, old))
	if wrong == "" && a.oldKey != "" {
		if text, err = drawfile.Text(ctx, ui, a.oldKey, drawfile.AList, drawfile.Whole); err != nil {
			return err
		}
		name, wrong = a.oldKey, differ(text, a.table(keyColumns, old))
	}
	if wrong != "" {
		return fmt.Errorf("%s of %s is not what this seed and these flags give: the list was made of others, or of a "+
			"larger N, or changed", wrong, label.Name(infile.Name(name)))
	}
	return nil
}

// differ says what of a text is not as it should be, or nothing.
func differ(text, want []byte) string {
	if bytes.Equal(text, want) {
		return ""
	}
	plain := bytes.TrimPrefix(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\ufeff"))
	if bytes.Equal(plain, want) {
		return "the form, as spreadsheets write CSV (line ends or a mark in front),"
	}
	line, wanted := bytes.SplitAfter(plain, []byte("\n")), bytes.SplitAfter(want, []byte("\n"))
	n := 0
	for n < len(line) && n < len(wanted) && bytes.Equal(line[n], wanted[n]) {
		n++
	}
	return fmt.Sprint("line ", n+1)
}
