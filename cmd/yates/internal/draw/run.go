package draw

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/draw/relay"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/progress"
)

// A drawRun is what "yates draw run" was asked for.
type drawRun struct {
	beacon, chain string
	secrets       []string
	disqualified  [][2]string // an entry, or the text of several, and the reason
	wait          bool
	timeout       time.Duration
	output        string

	ui               *frame.UI
	commitment, list string // files; the list is "" if it was not given
}

// runCommand returns the command "yates draw run".
func runCommand() *cobra.Command {
	var d drawRun
	cmd := &cobra.Command{
		Use:   "run [FLAG]... COMMIT [LIST]",
		Short: "draw when the time of a commitment has come",
		Long: `Run makes the draw of a commitment and prints its transcript, which anyone can
check with "yates draw verify". Publish the transcript with the commitment. The
winners are printed to standard error, with their names if LIST is given.

Before the draw, LIST is compared with the commitment. The beacon comes from
drand's public hosts, or from --beacon, and is always verified. In a URL of
--beacon, ROUND stands for the number of the round.

A commitment has only one draw: whoever runs it again, anywhere, gets the same
winners. If a winner turns out to be ineligible, --disqualify skips the entry,
and the next in the order that was drawn moves up. The transcript says why, and
"yates draw verify" says RIGHT, IF the entry was rightly skipped. ENTRY is
the number of a line, or the text of one or several lines.`,
		Example: `  yates draw run -o raffle.draw raffle.commit entries.txt
  yates draw run --wait -o raffle.draw raffle.commit entries.txt
  yates draw run --disqualify 17=absent -o second.draw raffle.commit entries.txt`,
		Annotations: map[string]string{
			frame.Brief: "wait beacon disqualify output",
			frame.Environment: `  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                     the proxies to use, and for which hosts none`,
		},
		Args:    takes("COMMIT [LIST]"),
		PreRunE: frame.Needs(nil, frame.Conflict{Flag: "secret", Others: "beacon chain wait"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			args = append(args, "")
			d.ui, d.commitment, d.list = ui, args[0], args[1]
			return d.run(ctx)
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&d.wait, "wait", false, "wait until the round comes")
	flags.StringVar(&d.beacon, "beacon", "", "read the beacon: `FILE`, URL or 96 hex digits")
	flags.StringVar(&d.chain, "chain", "", "use the drand chain in `FILE` (default quicknet)")
	flags.DurationVar(&d.timeout, "timeout", 10*time.Second, "wait at most `TIME` for each host")
	flags.Func("disqualify", "skip an entry: `ENTRY=REASON`; can be repeated", func(value string) error {
		text, reason, _ := strings.Cut(value, "=")
		if text, reason = strings.TrimSpace(text), strings.TrimSpace(reason); text == "" || reason == "" {
			return errors.New("it is not an entry and a reason, such as '17=works for us'")
		}
		d.disqualified = append(d.disqualified, [2]string{text, reason})
		return nil
	})
	flags.StringArrayVar(&d.secrets, "secret", nil, "add a party's secret: 64 digits or `FILE`")
	dest.Var(flags, &d.output, "write to a new `FILE`, not to standard output")
	return cmd
}

func (d *drawRun) run(ctx context.Context) error {
	c, chain, err := d.read(ctx)
	if err != nil {
		return err
	}
	disqualified, err := d.lookUp(ctx, c)
	if err != nil {
		return err
	}
	out, err := create(d.ui, 0, d.output)
	if err != nil {
		return err
	}
	t, err := d.draw(ctx, c, chain, disqualified)
	if err != nil {
		return err
	}
	for _, p := range t.Places {
		delete(disqualified, p.Entry)
	}
	if len(disqualified) > 0 { // it may be a mistake
		d.ui.Say(fmt.Sprintf("the draw does not come to entry %d, so there is nothing to disqualify",
			slices.Min(slices.Collect(maps.Keys(disqualified)))))
	}
	verdict, err := verifyWith(ctx, d.ui, t, draw.Given{}, d.list)
	if err != nil {
		return err
	}
	switch answer, words := drawtext.Conclude(verdict, time.Now()); {
	case answer == draw.Wrong || answer == draw.TooEarly && !chain.Public():
		return errors.New(words) // the list was changed meanwhile, or somebody knew the beacon
	case answer == draw.TooEarly:
		d.ui.Say(words)
	}
	if err := out.WriteTexts(ctx, nil, t.Text()); err != nil {
		return err
	}
	d.ui.Tell(fmt.Sprintf(`%s
The SHA-256 of the commitment, to compare with the published one:

    %s
`, winners(t, verdict.Names, 100), verdict.Name))
	return nil
}

// read reads the commitment, and returns its chain, or nil if it names parties.
func (d *drawRun) read(ctx context.Context) (c *draw.Commitment, chain *draw.Chain, err error) {
	if c, err = readText(ctx, d.ui, d.commitment, drawtext.Commitment, draw.ParseCommitment); err != nil ||
		len(c.Parties) > 0 {
		return c, nil, err
	}
	if chain, err = readChain(ctx, d.ui, d.chain); err != nil {
		return nil, nil, err
	}
	switch {
	case len(d.secrets) > 0:
		err = frame.BadUsage("", "the commitment names a beacon, and no parties: it needs no --secret")
	case chain.Hash() != c.Chain:
		err = frame.BadUsage("", "the commitment is for the chain %s, not %s; see --chain", c.Chain, chain.Hash())
	case !chain.Public() && d.beacon == "":
		err = frame.BadUsage("", "the chain is not quicknet: give its beacon with --beacon")
	}
	return c, chain, err
}

func (d *drawRun) draw(ctx context.Context, c *draw.Commitment, chain *draw.Chain,
	disqualified map[uint64]string) (*draw.Transcript, error) {
	if chain != nil {
		b, err := d.getBeacon(ctx, c, chain)
		if err != nil {
			return nil, err
		}
		return draw.Draw(c, chain, b, disqualified)
	}
	secrets, err := givenAll(ctx, d.ui, d.secrets, draw.ParseSecret)
	if err != nil {
		return nil, err
	}
	return draw.DrawSecrets(c, secrets, disqualified)
}

// lookUp compares the list with the commitment, if it is given, and returns the entries that
// are disqualified with their reasons.
func (d *drawRun) lookUp(ctx context.Context, c *draw.Commitment) (map[uint64]string, error) {
	lines := make(map[string][]uint64)
	for _, q := range d.disqualified {
		lines[q[0]] = nil
	}
	if d.list != "" {
		if err := twice(d.list); err != nil {
			return nil, err
		}
		_, err := read(ctx, d.ui, d.list, aList, func(r io.Reader) (any, error) {
			return nil, c.Entries.Compare(r, func(number uint64, entry []byte) {
				if found, ok := lines[string(entry)]; ok {
					lines[string(entry)] = append(found, number)
				}
			})
		})
		if err != nil {
			return nil, err
		}
	}
	reasons := make(map[uint64]string)
	for _, q := range d.disqualified {
		numbers, err := entryNumbers(q[0], lines[q[0]])
		if err != nil {
			return nil, fmt.Errorf("--disqualify: %w", err)
		}
		for _, number := range numbers {
			if reasons[number] != "" {
				return nil, fmt.Errorf("--disqualify names entry %d twice: give one reason", number)
			}
			reasons[number] = q[1]
		}
	}
	return reasons, nil
}

// entryNumbers returns the entries that a text means: #17 is a number, 17 as well unless
// another entry has that text, and everything else is the text of one or more entries.
func entryNumbers(text string, lines []uint64) ([]uint64, error) {
	number, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 10, 63)
	switch isText := len(lines) > 0; {
	case err == nil && number > 0 && isText && text[0] != '#' && !slices.Equal(lines, []uint64{number}):
		other := lines[len(lines)-1]
		return nil, fmt.Errorf("%s is a number, and the text of line %d; write #%d or #%d", text, other, number, other)
	case err == nil && number > 0:
		return []uint64{number}, nil
	case !isText:
		return nil, fmt.Errorf("%s is neither a number nor an entry of LIST", label.Name(text))
	}
	return lines, nil
}

// getBeacon returns the beacon of the commitment's round, from where --beacon says or from
// the public relays.
func (d *drawRun) getBeacon(ctx context.Context, c *draw.Commitment, chain *draw.Chain) (draw.Beacon, error) {
	at, err := chain.Time(c.Round)
	if err != nil {
		return draw.Beacon{}, err
	}
	switch {
	case d.beacon == "":
		return d.await(ctx, chain, c.Round, at, chain.Relays(c.Round)...)
	case strings.Contains(d.beacon, "://"):
		return d.await(ctx, chain, c.Round, at, strings.ReplaceAll(d.beacon, "ROUND", strconv.FormatUint(c.Round, 10)))
	}
	return given(ctx, d.ui, d.beacon, func(text []byte) (draw.Beacon, error) {
		return draw.ParseBeacon(text, c.Round)
	})
}

// await gets a round from relays, once, or until it is there or an hour late. They are asked before its
// time, too: the clock of this machine may be slow.
func (d *drawRun) await(ctx context.Context, chain *draw.Chain, round uint64, at time.Time,
	urls ...string) (draw.Beacon, error) {
	client := &http.Client{Timeout: d.timeout, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // a relay must not send requests elsewhere, perhaps into our network
	}}
	for waiting := false; ; waiting = true {
		b, err := relay.Fetch(ctx, client, chain, round, urls...)
		late := time.Since(at)
		due := fmt.Sprintf("round %d is due at %s (%s)", round, label.Moment(at), drawtext.FromNow(at, time.Now()))
		switch notYet := late < 0 || errors.As(err, new(*relay.NotYetError)); {
		case err == nil || ctx.Err() != nil:
			return b, err
		case !d.wait || !notYet || late > time.Hour:
			due += ": --wait waits for it; another machine may get it from " + urls[0] + ", for --beacon"
			if late < 0 {
				return b, fmt.Errorf("%s; %w", due, err)
			}
			return b, fmt.Errorf("%w; %s", err, due)
		}
		if !waiting {
			shown := d.ui.StartProgress(ctx, progress.Auto, countdown(round, at))
			defer shown.Stop()
			if shown == nil {
				d.ui.Say("waiting: " + due)
			}
		}
		if err := sleep(ctx, at, time.Duration(chain.Period)*time.Second); err != nil {
			return b, err
		}
	}
}

// sleep waits until a time by the clock on the wall, for machines are suspended; or, if it
// has passed, for some seconds.
func sleep(ctx context.Context, at time.Time, period time.Duration) error {
	for left := min(period, 3*time.Second); left > 0; left = at.Sub(time.Now().Round(0)) {
		select {
		case <-time.After(min(left, time.Minute)):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// countdown shows how long a round is away.
func countdown(round uint64, at time.Time) progress.Gauge {
	return func(now time.Time) ([]string, bool) {
		return []string{fmt.Sprintf("round %d: %s", round, drawtext.FromNow(at, now))}, true
	}
}
