package draw

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/draw/relay"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/progress"
)

// getBeacon returns the beacon of the commitment's round, from where --beacon says or from
// the public relays.
func (d *drawRun) getBeacon(c *draw.Commitment, chain *draw.Chain) (draw.Beacon, error) {
	at, err := chain.Time(c.Round)
	if err != nil {
		return draw.Beacon{}, err
	}
	parse := func(text []byte) (draw.Beacon, error) { return draw.ParseBeacon(text, c.Round) }
	switch {
	case d.beacon == "":
		return d.await(chain, c.Round, at, draw.Relays(chain, c.Round)...)
	case strings.Contains(d.beacon, "://"):
		return d.await(chain, c.Round, at, strings.ReplaceAll(d.beacon, "ROUND", strconv.FormatUint(c.Round, 10)))
	}
	return given(d.cmd, d.beacon, parse)
}

// mostLate is how long after its time a round is awaited.
const mostLate = time.Hour

// await gets a round from relays, once or until it is there. They are asked before its
// time, too: the clock of this machine may be slow.
func (d *drawRun) await(chain *draw.Chain, round uint64, at time.Time, urls ...string) (draw.Beacon, error) {
	ctx := d.cmd.Context()
	client := &http.Client{Timeout: d.timeout, CheckRedirect: noRedirect}
	for waiting := false; ; waiting = true {
		b, err := relay.Fetch(ctx, client, chain, round, urls...)
		now := time.Now()
		comes := fmt.Sprintf("at %s (%s)", label.Moment(at), drawtext.FromNow(at, now))
		early, notYet := errors.AsType[*relay.NotYetError](err)
		switch {
		case err == nil || ctx.Err() != nil:
			return b, err
		case now.Before(at) && !d.wait:
			return b, fmt.Errorf("round %d comes %s; with --wait, run waits for it", round, comes)
		case now.Before(at):
		case !notYet && d.beacon == "":
			return b, fmt.Errorf("%w; another machine may get it from %s, for --beacon", err, urls[0])
		case !notYet:
			return b, err
		case !d.wait || now.Sub(at) > mostLate:
			return b, fmt.Errorf("no relay has round %d, which came %s: %s; "+
				"try again, or check the address and the clock of this machine", round, comes, early.Answers)
		}
		if !waiting {
			shown := frame.StartProgress(ctx, progress.Auto, d.cmd, countdown(round, at))
			defer shown.Stop()
			if shown == nil {
				frame.Say(d.cmd, fmt.Sprintf("waiting for round %d, due %s", round, comes), "")
			}
		}
		if err := sleep(ctx, at, time.Duration(chain.Period)*time.Second); err != nil {
			return b, err
		}
	}
}

// noRedirect keeps a relay from sending requests elsewhere, perhaps into our network.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

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
