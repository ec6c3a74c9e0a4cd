package draw

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/draw"
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
	prizes, parties     []string
	at                  timeValue
	chain, output       string
	allow               kinds
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

The time needs a time zone: 2027-01-01T12:00:00Z, '2027-01-01 12:00 UTC' and
'2027-01-01 13:00 +01:00' are the same. +2h30m means 2 hours and 30 minutes from
now. The first round of the beacon at that time or later decides.

Prizes are drawn in the order of the command line, and alternates last. With
--party, at least two people draw with secrets from "yates draw secret" instead
of a beacon.`,
		Example: `  yates draw commit --title Raffle -n 3 --at '2027-01-01 12:00 UTC' -o raffle.commit entries.txt
  yates draw commit --title Raffle --prize Car=1 --prize Book=9 --at +24h entries.txt`,
		Annotations: map[string]string{frame.Brief: "title winners prize at output"},
		Args:        drawArgs(1, 1),
		RunE:        func(cmd *cobra.Command, args []string) error { return d.run(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&d.title, "title", "", "call the draw `TEXT`")
	flags.VarP(&d.winners, "winners", "n", "draw `N` winners")
	flags.StringArrayVar(&d.prizes, "prize", nil, "draw N winners of a prize, as `NAME=N`; can be repeated")
	flags.Var(&d.alternates, "alternates", "draw `N` alternates after the winners")
	flags.Var(&d.at, "at", "draw at `TIME`, with its time zone")
	flags.StringArrayVar(&d.parties, "party", nil,
		"add `PARTY`: a line of \"yates draw secret\", or its file")
	flags.StringVar(&d.chain, "chain", "", "use the drand chain in `FILE` (default quicknet)")
	allowVar(cmd, &d.allow)
	dest.Var(flags, &d.output, "write to a new `FILE`, not to standard output")
	return cmd
}

// run commits.
func (d *drawCommit) run(cmd *cobra.Command, list string) error {
	c, chain, err := d.commitment(cmd)
	if err != nil {
		return err
	}
	out, err := newDrawFile(cmd, d.output)
	if err != nil {
		return err
	}
	if c.Entries, err = soundList(cmd, list, d.allow); err != nil {
		return err
	}
	if chain != nil { // the list may have taken its time
		if err := c.Await(chain, d.at.Time, time.Now()); err != nil {
			return err
		}
	}
	text, err := c.Text()
	if err != nil {
		return err
	}
	if err := writeDraw(out, writeText(text)); err != nil {
		return err
	}
	frame.Tell(cmd, d.advice(c, chain, list))
	return nil
}

// commitment returns what the flags say. The chain is nil if there are parties.
func (d *drawCommit) commitment(cmd *cobra.Command) (*draw.Commitment, *draw.Chain, error) {
	const help = "yates draw commit --help"
	c := &draw.Commitment{Title: d.title}
	switch {
	case d.title == "":
		return nil, nil, frame.BadUsage(help, "commit needs --title")
	case d.winners == 0 && len(d.prizes) == 0:
		return nil, nil, frame.BadUsage(help, "commit needs --winners or --prize")
	case d.winners > 0 && len(d.prizes) > 0:
		return nil, nil, frame.BadUsage(help, "--winners and --prize exclude each other")
	case len(d.parties) > 0 && (!d.at.IsZero() || d.chain != ""):
		return nil, nil, frame.BadUsage(help, "--party and --at or --chain exclude each other")
	case len(d.parties) == 0 && d.at.IsZero():
		return nil, nil, frame.BadUsage(help, "commit needs --at")
	}
	for _, value := range d.prizes {
		i := strings.LastIndex(value, "=")
		count, err := strconv.ParseUint(value[i+1:], 10, 64)
		if i < 0 || err != nil || count == 0 {
			const bad = "--prize %s is not a name and a number from 1 on, such as 'First prize=1'"
			return nil, nil, frame.BadUsage(help, bad, label.Name(value))
		}
		c.Prizes = append(c.Prizes, draw.Prize{Count: count, Name: strings.TrimSpace(value[:i])})
	}
	if d.winners > 0 {
		c.Prizes = []draw.Prize{{Count: uint64(d.winners), Name: "Winners"}}
	}
	if d.alternates > 0 {
		c.Prizes = append(c.Prizes, draw.Prize{Count: uint64(d.alternates), Name: "Alternates"})
	}
	for _, value := range d.parties {
		party, err := parseParty([]byte(value))
		if exists(cmd, value) {
			party, err = readParsed(cmd, value, parseParty)
		}
		if err != nil {
			const bad = "--party %s is not a line that \"yates draw secret\" prints, or a file with it"
			return nil, nil, frame.BadUsage(help, bad, label.Name(value))
		}
		c.Parties = append(c.Parties, party)
	}
	if len(c.Parties) > 0 {
		return c, nil, nil
	}
	chain, err := readChain(cmd, d.chain)
	if err != nil {
		return nil, nil, err
	}
	return c, chain, c.Await(chain, d.at.Time, time.Now())
}

// parseParty parses a line of "yates draw secret".
func parseParty(line []byte) (draw.Party, error) {
	digits, name, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
	sum, err := draw.ParseSum(digits)
	if err == nil && name == "" {
		err = errors.New("it has no name")
	}
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
	before, when := "anybody reveals a secret", "when all secrets are revealed"
	flags, warning := strings.Repeat(" --secret DIGITS", len(c.Parties)), ""
	if chain != nil {
		before = fmt.Sprintf("%s (%s)", label.Moment(c.Time), drawtext.FromNow(c.Time, time.Now()))
		when = "after that time"
		if d.chain != "" {
			flags = " --chain " + q.File(d.chain) + " --beacon URL"
		}
		if !chain.Public() {
			warning = "The chain is not quicknet: whoever has its key or made its description can choose the winners.\n"
		}
	}
	return fmt.Sprintf(`The SHA-256 of the commitment:

    %s

Publish %s and this SHA-256 before %s.
Change nothing in %s from now on. Draw %s:
  yates draw run%s -o %s %s %s
%s`, c.Name(), what, before, label.Name(list), when, flags, q.File(transcript), file, q.File(list), warning)
}

// A timeValue is a time with its zone, in whole seconds.
type timeValue struct{ time.Time }

// Set sets the time to that of a text such as 2027-01-01T12:00:00Z.
func (v *timeValue) Set(text string) error {
	if after, ok := strings.CutPrefix(text, "+"); ok {
		d, err := time.ParseDuration(after)
		if err != nil || d <= 0 {
			return errors.New("it is not a time from now such as +90m or +24h")
		}
		v.Time = time.Now().Add(d).Truncate(time.Second).Add(time.Second).UTC()
		return nil
	}
	plain := strings.ToUpper(strings.TrimSpace(text))
	for _, zone := range []string{"UTC", "GMT"} {
		plain = strings.Replace(plain, zone, "Z", 1)
	}
	plain = strings.ReplaceAll(strings.Replace(plain, " ", "T", 1), " ", "")
	t, err := time.Parse("2006-01-02T15:04:05Z07:00", plain)
	if err != nil {
		t, err = time.Parse("2006-01-02T15:04Z07:00", plain)
	}
	switch {
	case err != nil:
		return errors.New("it is not a time with its zone, such as '2027-01-01 12:00 UTC' or 2027-01-01T13:00:00+01:00")
	case t.Nanosecond() != 0:
		return errors.New("it must be in whole seconds")
	}
	v.Time = t.UTC()
	return nil
}

func (v *timeValue) String() string { return "" }
func (v *timeValue) Type() string   { return "TIME" }
