package draw

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/quote"
)

// A drawCommit is what "yates draw commit" was asked for, and what comes of it.
type drawCommit struct {
	draw.Commitment
	winners, alternates frame.AtLeastOne
	rank                string
	barred, parties     []string
	at                  time.Time
	output              string
	allow               []draw.Kind
}

// commitCommand returns the command "yates draw commit".
func commitCommand() *cobra.Command {
	var d drawCommit
	cmd := &cobra.Command{
		Use:   "commit --title TEXT --winners N --at TIME [FLAG]... LIST",
		Short: "fix a draw before its time",
		Long: `Commit prints the commitment of a draw: the title, the number of entries and the
SHA-256 of the list, the prizes, and the time of the draw. Publish it before
that time, where others can see when: commit asks for a minute at least. After
that, you can change nothing.

Commit refuses LIST if "yates draw check" finds problems. Keep LIST as it is,
byte for byte; you need not publish it.

The time needs a time zone: 2027-01-01T12:00:00Z, '2027-01-01 12:00 UTC',
'2027-01-01 13:00 +01:00' and '2027-01-01 13:00 Europe/Berlin' are the same.
+1d2h30m means 1 day, 2 hours and 30 minutes from now. The first round of the
beacon at that time or later decides.

Prizes are drawn in the order of the command line, and alternates last.

With --rank, LIST is a CSV table with a header, and all its rows are ranked: the
first N win, and the others wait. COLUMNS are NAME[,GROUP[,TICKETS]], as the
header calls them. All of group 1 are ranked first, then group 2, and so on. Of
several tickets, the best one counts. "yates draw verify --ranked" writes the
ranked list.

Say now who cannot win: --bar skips entries whatever is drawn, and --rule
publishes why entries may be skipped later.

With --party, people draw with secrets from "yates draw secret", in place of the
beacon or, with --at, beside it. The draw is fair as long as one of these
sources is honest. But it needs them all.`,
		Example: `  yates draw commit --title Raffle -n 3 --at '2027-01-01 12:00 UTC' \
    -o raffle.commit entries.txt
  yates draw commit --title Raffle --prize Car=1 --prize Book=9 --at +24h \
    entries.txt
  yates draw commit --title Flats -n 4 --rank name,priority,years --at +24h \
    -o flats.commit flats.csv`,
		Annotations: map[string]string{frame.Brief: "title winners prize rank at output"},
		Args:        takes("LIST"),
		PreRunE: frame.Needs([]string{"title", "winners prize rank", "at party"},
			frame.Conflict{Flag: "winners", Others: "prize"},
			frame.Conflict{Flag: "rank", Others: "prize alternates bar"}),
		RunE: frame.RunE(d.run),
	}
	flags := cmd.Flags()
	frame.FileVar(flags, &d.Title, "title", "", "call the draw `TEXT`")
	flags.VarP(&d.winners, "winners", "n", "draw `N` winners")
	flags.Func("prize", "draw N winners of a prize, as `NAME=N`; can be repeated", d.addPrize)
	flags.Var(&d.alternates, "alternates", "draw `N` alternates after the winners")
	frame.FileVar(flags, &d.rank, "rank", "", "rank the rows of a CSV table by `COLUMNS`")
	frame.MomentVar(flags, &d.at, "at", "draw at `TIME`, with its time zone", time.Now())
	flags.StringArrayVar(&d.parties, "party", nil,
		"add `PARTY`: a line of \"yates draw secret\", or its file")
	flags.StringArrayVar(&d.Rules, "rule", nil, "publish `TEXT`, by which entries may be skipped")
	flags.StringArrayVar(&d.barred, "bar", nil, "skip an entry: `ENTRY=REASON`, or a file of them")
	allowVar(cmd, &d.allow)
	dest.Var(flags, &d.output, "write to a new `FILE`, not to standard output")
	return cmd
}

// addPrize adds the prize of a flag.
func (d *drawCommit) addPrize(value string) error {
	i := strings.LastIndex(value, "=")
	count, err := strconv.ParseUint(value[i+1:], 10, 64)
	if i < 0 || err != nil || count == 0 {
		return errors.New("it is not a name and a number from 1 on, such as 'First prize=1'")
	}
	d.Prizes = append(d.Prizes, draw.Prize{Count: count, Name: strings.TrimSpace(value[:i])})
	return nil
}

func (d *drawCommit) run(ctx context.Context, ui *frame.UI, args []string) (err error) {
	c, list := &d.Commitment, args[0]
	if d.winners > 0 && d.rank == "" {
		c.Prizes = append(c.Prizes, draw.Prize{Count: uint64(d.winners), Name: "Winners"})
	}
	if d.alternates > 0 {
		c.Prizes = append(c.Prizes, draw.Prize{Count: uint64(d.alternates), Name: drawtext.Alternates})
	}
	if c.Parties, err = givenAll(ctx, ui, d.parties, parseParty); err != nil {
		return err
	}
	for _, p := range c.Parties { // nobody must pass for another
		looks, err := draw.Check(strings.NewReader(p.Name), nil, draw.KindHeader, draw.KindQuotes)
		if err != nil {
			return err
		}
		if len(looks.Problems) > 0 {
			return fmt.Errorf("--party %s %s", label.Name(p.Name), looks.Problems[0].Reason)
		}
	}
	if d.rank != "" {
		d.allow = append(d.allow, draw.KindHeader, draw.KindQuotes, draw.KindDuplicates)
		if c.RankBy(uint64(d.winners), strings.Split(d.rank, ",")...) != nil {
			return frame.BadUsage("", "--rank takes NAME[,GROUP[,TICKETS]], and no --rule beside it begins with --")
		}
	}
	out, err := create(ui, 0, d.output)
	if err != nil {
		return err
	}
	skips, err := parseSkips(ctx, ui, "bar", d.barred)
	if err != nil {
		return err
	}
	if c.Entries, err = soundList(ctx, ui, list, d.allow, skips.note); err != nil {
		return err
	}
	if d.rank != "" {
		rows, err := rank(ctx, ui, list, &draw.Transcript{Commitment: c})
		if n := len(rows) - 1; err == nil && n < max(int(d.winners), 1) {
			err = fmt.Errorf("%s has %s below its header, which is too few", label.Name(list), label.Plural(n, "row"))
		}
		if err != nil {
			return err
		}
	}
	reasons, err := skips.numbers()
	if err != nil {
		return err
	}
	for _, entry := range slices.Sorted(maps.Keys(reasons)) {
		c.Barred = append(c.Barred, draw.Bar{Entry: entry, Reason: reasons[entry]})
	}
	if !d.at.IsZero() {
		if err := c.Await(draw.Quicknet(), d.at, time.Now()); err != nil {
			return err
		}
	}
	text, err := c.Text()
	if err != nil {
		return err
	}
	if err := out.WriteTexts(ctx, text); err != nil {
		return err
	}
	return ui.Tell(d.advice(list))
}

// parseParty parses a line of "yates draw secret".
func parseParty(line string) (draw.Party, error) {
	digits, name, _ := strings.Cut(line, " ")
	sum, err := draw.ParseSum(digits)
	return draw.Party{Name: name, Sum: sum}, err
}

// advice says what to do with a commitment.
func (d *drawCommit) advice(list string) string {
	q := quote.New()
	what, file, transcript := "it", "COMMIT", "raffle.draw"
	if d.output != output.Stdout {
		what, file = label.Name(d.output), q.File(d.output)
		transcript = strings.TrimSuffix(d.output, filepath.Ext(d.output)) + ".draw"
	}
	if list == "-" {
		list = "LIST"
	}
	before, secrets := "anybody reveals a secret", strings.Repeat(" --secret DIGITS", len(d.Parties))
	if d.Awaits() {
		before = fmt.Sprintf("%s (%s)", label.Moment(d.Time), drawtext.FromNow(d.Time, time.Now()))
	}
	return fmt.Sprintf(`The SHA-256 of the commitment:

    %s

Publish %s and this SHA-256 before %s.
Change nothing in %s from now on. Then draw:
  yates draw run%s -o %s %s %s
`, d.Sum(), what, before, label.Name(list), secrets, q.File(transcript), file, q.File(list))
}
