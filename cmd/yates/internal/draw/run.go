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

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
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
	secrets, disqualified []string
	wait                  bool
	timeout               time.Duration
	beacon, output        string

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
--beacon, ROUND stands for the number of the round. Give --secret for each
party.

A commitment has only one draw: whoever runs it again, anywhere, gets the same
winners. If a winner turns out to be ineligible, --disqualify skips the entry,
and the next in the order that was drawn moves up. The transcript says why, and
"yates draw verify" says RIGHT, IF the entry was rightly skipped. ENTRY is
the number of a line, or the text of one or several lines. REASON may be a rule
of the commitment, word for word.`,
		Example: `  yates draw run -o raffle.draw raffle.commit entries.txt
  yates draw run --wait -o raffle.draw raffle.commit entries.txt
  yates draw run --disqualify 17=absent -o second.draw raffle.commit entries.txt`,
		Annotations: map[string]string{
			frame.Brief: "wait beacon disqualify output",
			frame.Environment: `  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                     the proxies to use, and for which hosts none`,
		},
		Args: takes("COMMIT [LIST]"),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			args = append(args, "")
			d.ui, d.commitment, d.list = ui, args[0], args[1]
			return d.run(ctx)
		}),
	}
	flags := cmd.Flags()
	flags.BoolVar(&d.wait, "wait", false, "wait until the round comes")
	frame.FileVar(flags, &d.beacon, "beacon", "", "read the beacon: `FILE`, URL or 96 hex digits")
	flags.DurationVar(&d.timeout, "timeout", 10*time.Second, "wait at most `TIME` for each host")
	flags.StringArrayVar(&d.disqualified, "disqualify", nil, "skip an entry: `ENTRY=REASON`, or a file of them")
	flags.StringArrayVar(&d.secrets, "secret", nil, "add a party's secret: 64 digits or `FILE`")
	dest.Var(flags, &d.output, "write to a new `FILE`, not to standard output")
	return cmd
}

func (d *drawRun) run(ctx context.Context) error {
	c, err := drawfile.Text(ctx, d.ui, d.commitment, drawtext.Commitment, draw.ParseCommitment)
	switch {
	case err != nil:
		return err
	case d.beacon != "" && !c.Awaits():
		return frame.BadUsage("", "the commitment awaits no beacon: leave --beacon out")
	case len(d.secrets) != len(c.Parties):
		return frame.BadUsage("", "the commitment names %s: give --secret for each",
			label.Plural(len(c.Parties), "party"))
	case c.Ranking() != nil && len(d.disqualified) > 0:
		return frame.BadUsage("", "a ranked list has nobody to disqualify: strike the row out, which changes no order")
	}
	disqualified, err := d.lookUp(ctx, c)
	if err != nil {
		return err
	}
	out, err := create(d.ui, 0, d.output)
	if err != nil {
		return err
	}
	var from draw.Sources
	if from.Secrets, err = givenAll(ctx, d.ui, d.secrets, draw.ParseSecret); err != nil {
		return err
	}
	if c.Awaits() {
		b, err := d.getBeacon(ctx, c.Beacon.Number, draw.ChainOf(c.Beacon.Chain))
		if err != nil {
			return err
		}
		from.Signature = b.Signature
	}
	t, err := draw.Draw(c, from, disqualified)
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
	report, err := verifyWith(ctx, d.ui, t, draw.Given{}, d.list)
	if err != nil {
		return err
	}
	switch verdict, _, words := drawtext.Conclude(c, report, time.Now()); {
	case verdict == draw.Wrong:
		return errors.New(words) // the list was changed meanwhile
	case verdict == draw.TooEarly:
		d.ui.Say(words)
	}
	if err := out.WriteTexts(ctx, t.Text()); err != nil {
		return err
	}
	advice := ""
	if c.Ranking() != nil {
		advice = rankedAdvice
	}
	return d.ui.Tell(fmt.Sprintf(`%s%s
The SHA-256 of the commitment, to compare with the published one:

    %s
`, advice, drawtext.Winners(t, report.Names, 100), report.Commitment))
}

// lookUp compares the list with the commitment, if it is given, and returns the entries that
// are disqualified with their reasons.
func (d *drawRun) lookUp(ctx context.Context, c *draw.Commitment) (map[uint64]string, error) {
	skips, err := parseSkips(ctx, d.ui, "disqualify", d.disqualified)
	if err == nil && d.list != "" {
		if err = twice(d.list); err == nil {
			_, err = drawfile.Read(ctx, d.ui, d.list, drawfile.AList, func(r io.Reader) (any, error) {
				return nil, c.Entries.Compare(r, skips.note)
			})
		}
	}
	if err != nil {
		return nil, err
	}
	return skips.numbers()
}

// getBeacon returns the beacon of a round, from where --beacon says or from the public relays.
func (d *drawRun) getBeacon(ctx context.Context, round uint64, chain *draw.Chain) (draw.Beacon, error) {
	at, err := chain.Time(round)
	if err != nil {
		return draw.Beacon{}, err
	}
	switch {
	case d.beacon == "":
		return d.await(ctx, chain, round, at, chain.Relays(round)...)
	case strings.Contains(d.beacon, "://"):
		return d.await(ctx, chain, round, at, strings.ReplaceAll(d.beacon, "ROUND", strconv.FormatUint(round, 10)))
	}
	return drawfile.Given(ctx, d.ui, d.beacon, func(text []byte) (draw.Beacon, error) {
		return draw.ParseBeacon(text, round)
	})
}

// await gets a round from relays, once, or until it is there or an hour late. They are asked shortly before its
// time, too, and those of --beacon always.
func (d *drawRun) await(ctx context.Context, chain *draw.Chain, round uint64, at time.Time,
	urls ...string) (draw.Beacon, error) {
	client := &http.Client{Timeout: d.timeout, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // a relay must not send requests elsewhere, perhaps into our network
	}}
	for waiting := false; ; waiting = true {
		b, err := draw.Beacon{}, errors.New("no relay was asked so long before")
		if d.beacon != "" || time.Until(at) < 24*time.Hour { // no clock is slower
			b, err = relay.Fetch(ctx, client, chain, round, urls...)
		}
		late := time.Since(at)
		is := "is"
		if late >= 0 {
			is = "was"
		}
		due := fmt.Sprintf("round %d %s due at %s (%s)", round, is, label.Moment(at), drawtext.FromNow(at, time.Now()))
		switch notYet := late < 0 || errors.As(err, new(*relay.NotYetError)); {
		case err == nil || ctx.Err() != nil:
			return b, err
		case !d.wait || !notYet || late > time.Hour:
			due += ": another machine may get it from " + urls[0] + ", for --beacon"
			if notYet && late <= time.Hour {
				due += "; --wait waits for it"
			}
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
