package audit

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"text/tabwriter"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

func suspectNames() []string {
	var names []string
	for _, s := range suspects.All() {
		names = append(names, s.Name)
	}
	return names
}

// listSuspects prints the names of the known mistakes.
func listSuspects(w io.Writer) error {
	b := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range suspects.All() {
		fmt.Fprintf(b, "%s\t%s\n", s.Name, s.Title)
	}
	fmt.Fprintln(b, "Also known: riffle-1 to riffle-40, modulo-1 to modulo-32, scaled-1 to scaled-24; "+
		"and fisher-yates, which is fair.")
	return b.Flush()
}

// showSuspect prints what is known of a suspect.
func showSuspect(w io.Writer, s suspects.Suspect) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s: %s\n\n%s\n\n", s.Name, s.Title, label.Wrap(s.Story, 0, 0, lineWidth))
	for _, line := range strings.Split(s.Code, "\n") {
		fmt.Fprintf(b, "    %s\n", strings.ReplaceAll(line, "\t", "    "))
	}
	b.WriteString("\n")
	for _, source := range s.Sources {
		fmt.Fprintf(b, "See %s\n", source)
	}
	if s.Name != fairName {
		fmt.Fprintf(b, "\n%s\n\n", label.Wrap("To mend it: "+audit.Remedy(s.Name), 0, 0, lineWidth))
	}
	return b.Flush()
}

// lineWidth is how wide texts on standard output are.
const lineWidth = 78

// A dealer deals with the shuffle of a suspect.
type dealer struct {
	suspect suspects.Suspect
	random  *rand.Rand
	deal    []int
	take    int
	text    []byte
	number  int64
}

// startSuspect shows a suspect and has it deal.
func (j *job) startSuspect() error {
	s, ok := knownShuffle(j.opt.suspect)
	if !ok {
		return frame.BadUsage("yates audit --list", "there is no suspect %q", j.opt.suspect)
	}
	seed, err := j.opt.seed.Seed(j.cmd)
	if err != nil {
		return err
	}
	if !j.opt.json {
		if err := showSuspect(j.cmd.OutOrStdout(), s); err != nil {
			return err
		}
	}
	j.title = "yates audit --suspect " + j.opt.suspect
	n := j.opt.numbersDealt()
	j.deals.Take = cmp.Or(j.deals.Take, n)
	random := rand.New(rand.NewChaCha8(seed))
	j.deals.Source = &dealer{suspect: s, random: random, deal: make([]int, n), take: j.deals.Take}
	return nil
}

func (d *dealer) Next(context.Context) ([]byte, error) {
	for i := range d.deal {
		d.deal[i] = i
	}
	if d.take < len(d.deal) {
		d.suspect.Draw(d.deal, d.take, d.random.IntN)
	} else {
		d.suspect.Shuffle(d.deal, d.random.IntN)
	}
	d.number++
	d.text = d.text[:0]
	for _, x := range d.deal[:d.take] {
		d.text = fmt.Appendf(d.text, "%d ", x+1)
	}
	return d.text, nil
}

func (d *dealer) Where() string { return fmt.Sprint("deal ", d.number) }

func (d *dealer) Close() {}
