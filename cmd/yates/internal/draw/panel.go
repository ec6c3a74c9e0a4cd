package draw

import (
	"cmp"
	"context"
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
	var files [3]string
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
			files[0] = args[0]
			wrong, err := checkPanels(ctx, ui, files)
			if err != nil || wrong == "" {
				return err
			}
			_, err = io.WriteString(ui.Out, wrong)
			return cmp.Or(err, error(frame.Verdict(1)))
		}),
	}
	frame.FileVar(cmd.Flags(), &files[1], "people", "", "expect only people of `FILE`, and show all of them")
	frame.FileVar(cmd.Flags(), &files[2], "quotas", "", "expect panels that keep the quotas in `FILE`")
	return cmd
}

// checkPanels returns what is wrong with the panels in the first of three files, or prints the chances of the people.
func checkPanels(ctx context.Context, ui *frame.UI, files [3]string) (wrong string, err error) {
	if err := twice(files[0]); err != nil {
		return "", err
	}
	list, err := checkList(ctx, ui, files[0], []draw.Kind{draw.Duplicates}, nil)
	if err != nil {
		return "", err
	}
	if wrong = problems(list); wrong != "" {
		return wrong, nil
	}
	var tables [3][][]string
	for i, file := range files {
		if file != "" && err == nil {
			tables[i], err = readCSV(ctx, ui, file, i == 0)
		}
	}
	if err != nil {
		return "", err
	}
	panels, p := tables[0], pool{tables[1][0], make(map[string][]string), nil}
	chances := make(map[string]int)
	for _, person := range tables[1][1:] {
		if p.people[person[0]] != nil {
			return "", fmt.Errorf("%s has %s twice", label.Name(files[1]), label.Name(person[0]))
		}
		p.people[person[0]], chances[person[0]] = person, 0
	}
	isNumber := func(cell string) bool { return strings.Trim(cell, "0123456789") == "" && cell != "" }
	if of := tables[2]; of != nil {
		if p.quotas = of[1:]; len(p.quotas) == 0 || slices.ContainsFunc(append(of[0], "", "", "", "")[2:4], isNumber) {
			return "", fmt.Errorf("%s needs a row with the names of its columns, and then quotas", label.Name(files[2]))
		}
	}
	known, again := make(map[string]bool), 0
	for i, panel := range panels {
		found, err := p.check(panel, len(panels[0]))
		if err != nil {
			return "", fmt.Errorf("%s: %w", label.Name(files[2]), err)
		}
		for _, what := range found {
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
		return wrong, nil
	}
	names := slices.SortedFunc(maps.Keys(chances), func(a, b string) int {
		return cmp.Or(cmp.Compare(chances[a], chances[b]), strings.Compare(a, b))
	})
	rows := [][]string{{"name", "panels", "of"}}
	for _, name := range names {
		cell := drawfile.Harmless(label.Escape(name, ""))
		rows = append(rows, []string{cell, strconv.Itoa(chances[name]), strconv.Itoa(len(panels))})
	}
	if again > 0 {
		ui.Say("the same people as in an earlier panel: " + label.Plural(again, "panel") + "; each counts")
	}
	err = ui.Tell(fmt.Sprintf("%s of %d from %d people, with %s: chances from %s to %s of %d\n",
		label.Plural(len(panels), "panel"), len(panels[0]), len(names), label.Plural(len(p.quotas), "quota"),
		rows[1][1], rows[len(names)][1], len(panels)))
	_, lost := ui.Out.Write(drawfile.CSV(rows))
	return "", cmp.Or(err, lost)
}

// A pool is of whom panels are made, and what they must be.
type pool struct {
	columns []string            // of people
	people  map[string][]string // the row of each
	quotas  [][]string          // rows: a column, a value, the least and the most people
}

// check returns what is wrong with a panel. The error is one of the quotas.
func (p *pool) check(panel []string, size int) (wrong []string, err error) {
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
		q = append(q, "", "", "", "")
		column, n := slices.Index(p.columns, q[0]), uint64(0)
		least, noLeast := strconv.ParseUint(q[2], 10, 63)
		most, noMost := strconv.ParseUint(q[3], 10, 63)
		if column < 0 || cmp.Or(noLeast, noMost) != nil || least > most {
			return nil, fmt.Errorf("%s is not a column of --people, a value, the least and the most people",
				label.Name(strings.Trim(strings.Join(q, ","), ",")))
		}
		for _, name := range panel {
			if person := p.people[name]; person != nil && person[column] == q[1] {
				n++
			}
		}
		if n < least || n > most {
			add("%d people whose %s is %s: the quota is %s to %s", n, label.Name(q[0]), label.Name(q[1]), q[2], q[3])
		}
	}
	return wrong, nil
}
