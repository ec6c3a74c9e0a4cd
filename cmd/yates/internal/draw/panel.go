package draw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// panelCommand returns the command "yates draw panel".
func panelCommand() *cobra.Command {
	var people, quotas string
	cmd := &cobra.Command{
		Use:   "panel --people FILE [FLAG]... TABLE",
		Short: "check a table of panels before one is drawn",
		Long: `Panel checks panels of people, such as citizens' assemblies, before one of them
is drawn. Other programs, such as sortition-algorithms and Panelot, make them,
often 1,000. Then panel prints each person's chance in CSV: in how many panels
they are, and of how many.

TABLE is CSV without a header and has a line for each panel, of the numbers or
names of its people. All panels must have the same size, and nobody twice. Draw
from TABLE itself: the number of the winner is that of the panel. So panel finds
what "yates draw check" does. If TABLE has a panel several times, panel says how
many there are, also in another order of their people; commit to it with --allow
duplicates.

The tables of --people and --quotas have headers. The first column of people is
their numbers or names, and others are categories. The columns of quotas are, in
this order: a category, a value, and the least and the most people in a panel
whose category has the value. What a spreadsheet could take for a formula gets '
in front.`,
		Example: `  yates draw panel --people people.csv --quotas quotas.csv panels.csv
  yates draw commit --title Assembly -n 1 --at '2027-01-01 12:00 UTC' \
    -o assembly.commit panels.csv`,
		Annotations: frame.Answers("all panels are as they should be", "a panel is not", ""),
		Args:        takes("TABLE"),
		PreRunE:     frame.Needs([]string{"people"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return checkPanels(ctx, ui, args[0], people, quotas)
		}),
	}
	frame.FileVar(cmd.Flags(), &people, "people", "", "expect only people of `FILE`, and show all of them")
	frame.FileVar(cmd.Flags(), &quotas, "quotas", "", "expect panels that keep the quotas in `FILE`")
	return cmd
}

// checkPanels prints what is wrong with the panels of a table, or the chances of the people.
func checkPanels(ctx context.Context, ui *frame.UI, table, people, quotas string) error {
	if err := twice(table); err != nil {
		return err
	}
	list, err := checkList(ctx, ui, table, []draw.Kind{draw.Duplicates}, nil)
	if err != nil {
		return err
	}
	panels, err := readCSV(ctx, ui, table, true)
	if err != nil && len(list.Problems) == 0 {
		return err
	}
	rows, err := readCSV(ctx, ui, people, false)
	if err != nil {
		return err
	}
	p, chances := pool{people: make(map[string][]string)}, make(map[string]int)
	for _, person := range rows[1:] {
		if p.people[person[0]] != nil {
			return fmt.Errorf("%s has %s twice", label.Name(people), label.Name(person[0]))
		}
		p.people[person[0]], chances[person[0]] = person, 0
	}
	if quotas != "" {
		of, err := readCSV(ctx, ui, quotas, false)
		if err == nil {
			err = p.parse(of, rows[0])
		}
		if err != nil {
			return fmt.Errorf("%s: %w", label.Name(quotas), err)
		}
	}
	wrong, known, again := problems(list), make(map[string]bool), 0
	for i, panel := range panels {
		for _, what := range p.check(panel, len(panels[0])) {
			wrong += fmt.Sprintf("panel %d has %s\n", i+1, what)
		}
		for _, name := range panel {
			chances[name]++
		}
		same := fmt.Sprintf("%q", slices.Sorted(slices.Values(panel)))
		if known[same] {
			again++
		}
		known[same] = true
	}
	if wrong != "" {
		_, err := io.WriteString(ui.Out, wrong)
		return cmp.Or(err, error(frame.Verdict(1)))
	}
	names := slices.SortedFunc(maps.Keys(chances), func(a, b string) int {
		return cmp.Or(cmp.Compare(chances[a], chances[b]), strings.Compare(a, b))
	})
	rows = [][]string{{"name", "panels", "of"}}
	for _, name := range names {
		cell := drawfile.Harmless(label.Escape(name, ""))
		rows = append(rows, []string{cell, strconv.Itoa(chances[name]), strconv.Itoa(len(panels))})
	}
	repeated := ""
	if again > 0 {
		repeated = fmt.Sprintf("the same people as in an earlier panel: %s; each counts\n", label.Plural(again, "panel"))
	}
	err = ui.Tell(fmt.Sprintf("%s of %d from %d people, with %s: chances from %s to %s of %d\n%s",
		label.Plural(len(panels), "panel"), len(panels[0]), len(names), label.Plural(len(p.quotas), "quota"),
		rows[1][1], rows[len(names)][1], len(panels), repeated))
	_, lost := ui.Out.Write(drawfile.CSV(rows))
	return cmp.Or(err, lost)
}

// A pool is of whom panels are made, and what they must be.
type pool struct {
	people map[string][]string // the row of each
	quotas []quota
}

// A quota is how many people of a panel must have a value in a column.
type quota struct {
	column      int
	row         []string // the column's name, the value, and the two numbers
	least, most uint64
}

// parse makes the quotas of a table, whose columns are those of people.
func (p *pool) parse(rows [][]string, columns []string) error {
	for i, row := range rows {
		q := quota{row: append(row, "", "", "", "")}
		q.column = slices.Index(columns, q.row[0])
		least, noLeast := strconv.ParseUint(q.row[2], 10, 63)
		most, noMost := strconv.ParseUint(q.row[3], 10, 63)
		q.least, q.most = least, most
		switch text := label.Name(strings.Join(row, ",")); {
		case i == 0 && (noLeast == nil || noMost == nil):
			return fmt.Errorf("%s is a quota; the first row gives the columns their names", text)
		case i > 0 && (q.column < 0 || cmp.Or(noLeast, noMost) != nil || least > most):
			return fmt.Errorf("%s is not a column of --people, a value, the least and the most people", text)
		case i > 0:
			p.quotas = append(p.quotas, q)
		}
	}
	if len(p.quotas) == 0 {
		return errors.New("it has no quotas")
	}
	return nil
}

// check returns what is wrong with a panel.
func (p *pool) check(panel []string, size int) (wrong []string) {
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	switch {
	case len(panel) < 2:
		add("%d people, with commas between them, where a panel has two or more", len(panel))
	case len(panel) != size:
		add("%d people, and panel 1 has %d", len(panel), size)
	}
	for i, name := range panel {
		if slices.Contains(panel[:i], name) {
			add("%s twice", label.Name(name))
		}
		if p.people[name] == nil {
			add("%s, who is not among the people", label.Name(name))
		}
	}
	for _, q := range p.quotas {
		n := uint64(0)
		for _, name := range panel {
			if person := p.people[name]; person != nil && person[q.column] == q.row[1] {
				n++
			}
		}
		if n < q.least || n > q.most {
			add("%d people whose %s is %s: the quota is %d to %d", n, label.Name(q.row[0]), label.Name(q.row[1]),
				q.least, q.most)
		}
	}
	return wrong
}
