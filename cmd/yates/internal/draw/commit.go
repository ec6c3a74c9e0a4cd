package draw

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
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

// A drawCommit is what "yates draw commit" was asked for.
type drawCommit struct {
	title               string
	winners, alternates frame.AtLeastOne
	prizes              []draw.Prize
	parties             []string
	at                  time.Time
	chain, output       string
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
that time, where others can see when. After that, you can change nothing.

LIST has an entry on each line. Commit refuses it if "yates draw check" finds
problems. Keep LIST as it is, byte for byte; you need not publish it.

The time needs a time zone: 2027-01-01T12:00:00Z, '2027-01-01 12:00 UTC',
'2027-01-01 13:00 +01:00' and '2027-01-01 13:00 Europe/Berlin' are the same.
+1d2h30m means 1 day, 2 hours and 30 minutes from now. The first round of the
beacon at that time or later decides.

Prizes are drawn in the order of the command line, and alternates last. With
--party, at least two people draw with secrets from "yates draw secret" instead
of a beacon.`,
		Example: `  yates draw commit --title Raffle -n 3 --at '2027-01-01 12:00 UTC' \
    -o raffle.commit entries.txt
  yates draw commit --title Raffle --prize Car=1 --prize Book=9 --at +24h \
    entries.txt`,
		Annotations: map[string]string{frame.Brief: "title winners prize at output"},
		Args:        takes("LIST"),
		PreRunE: frame.Needs([]string{"title", "winners prize", "at party"},
			frame.Conflict{Flag: "winners", Others: "prize"}, frame.Conflict{Flag: "party", Others: "at chain"}),
		RunE: frame.RunE(d.run),
	}
	flags := cmd.Flags()
	flags.StringVar(&d.title, "title", "", "call the draw `TEXT`")
	flags.VarP(&d.winners, "winners", "n", "draw `N` winners")
	flags.Func("prize", "draw N winners of a prize, as `NAME=N`; can be repeated", d.addPrize)
	flags.Var(&d.alternates, "alternates", "draw `N` alternates after the winners")
	flags.Func("at", "draw at `TIME`, with its time zone", func(text string) (err error) {
		d.at, err = parseTime(text, time.Now())
		return err
	})
	flags.StringArrayVar(&d.parties, "party", nil,
		"add `PARTY`: a line of \"yates draw secret\", or its file")
	flags.StringVar(&d.chain, "chain", "", "use the drand chain in `FILE` (default quicknet)")
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
	d.prizes = append(d.prizes, draw.Prize{Count: count, Name: strings.TrimSpace(value[:i])})
	return nil
}

func (d *drawCommit) run(ctx context.Context, ui *frame.UI, args []string) (err error) {
	c, list := &draw.Commitment{Title: d.title, Prizes: d.prizes}, args[0]
	if d.winners > 0 {
		c.Prizes = append(c.Prizes, draw.Prize{Count: uint64(d.winners), Name: "Winners"})
	}
	if d.alternates > 0 {
		c.Prizes = append(c.Prizes, draw.Prize{Count: uint64(d.alternates), Name: "Alternates"})
	}
	if c.Parties, err = givenAll(ctx, ui, d.parties, parseParty); err != nil {
		return err
	}
	out, err := create(ui, 0, d.output)
	if err != nil {
		return err
	}
	if c.Entries, err = soundList(ctx, ui, list, d.allow); err != nil {
		return err
	}
	var chain *draw.Chain
	if len(c.Parties) == 0 {
		if chain, err = readChain(ctx, ui, d.chain); err == nil {
			err = c.Await(chain, d.at, time.Now())
		}
		if err != nil {
			return err
		}
	}
	text, err := c.Text()
	if err != nil {
		return err
	}
	if err := out.WriteTexts(ctx, nil, text); err != nil {
		return err
	}
	ui.Tell(d.advice(c, chain, list))
	return nil
}

// parseParty parses a line of "yates draw secret".
func parseParty(line string) (draw.Party, error) {
	digits, name, _ := strings.Cut(line, " ")
	sum, err := draw.ParseSum(digits)
	return draw.Party{Name: name, Sum: sum}, err
}

// advice says what to do with a commitment.
func (d *drawCommit) advice(c *draw.Commitment, chain *draw.Chain, list string) string {
	q := quote.New()
	what, file, transcript := "it", "COMMIT", "raffle.draw"
	if d.output != output.Stdout {
		what, file = label.Name(d.output), q.File(d.output)
		transcript = strings.TrimSuffix(d.output, filepath.Ext(d.output)) + ".draw"
	}
	if list == "-" {
		list = "LIST"
	}
	before, warning := "anybody reveals a secret", ""
	flags := strings.Repeat(" --secret DIGITS", len(c.Parties))
	if chain != nil {
		before = fmt.Sprintf("%s (%s)", label.Moment(c.Time), drawtext.FromNow(c.Time, time.Now()))
		if !chain.Public() {
			flags = " --chain " + q.File(d.chain) + " --beacon URL"
			warning = "The chain is not quicknet: whoever has its key or made its description can choose the winners.\n"
		}
	}
	return fmt.Sprintf(`The SHA-256 of the commitment:

    %s

Publish %s and this SHA-256 before %s.
Change nothing in %s from now on. Then draw:
  yates draw run%s -o %s %s %s
%s`, c.Name(), what, before, label.Name(list), flags, q.File(transcript), file, q.File(list), warning)
}
