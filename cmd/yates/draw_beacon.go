package main

import (
	"context"
	"errors"
	"fmt"
	"io"
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

// relayPause is how long the relays have a rest when the time has come and none of them
// has the round yet. It is a variable for tests.
var relayPause = 3 * time.Second

// getBeacon returns the beacon of the commitment's round, from where --beacon says or from
// the public relays.
func (d *drawRun) getBeacon(c *draw.Commitment, chain *draw.Chain) (draw.Beacon, error) {
	at, err := chain.Time(c.Round)
	if err != nil {
		return draw.Beacon{}, err
	}
	var b draw.Beacon
	switch {
	case d.beacon == "":
		b, err = d.await(chain, c.Round, at, draw.Relays(chain, c.Round)...)
	case strings.Contains(d.beacon, "://"):
		b, err = d.await(chain, c.Round, at, strings.ReplaceAll(d.beacon, "ROUND", strconv.FormatUint(c.Round, 10)))
	case isHex(d.beacon):
		b, err = draw.ParseBeacon([]byte(d.beacon), c.Round)
	default:
		b, err = readInput(d.cmd, d.beacon, func(r io.Reader) (draw.Beacon, error) {
			text, err := io.ReadAll(io.LimitReader(r, 1<<20))
			if err != nil {
				return draw.Beacon{}, err
			}
			return draw.ParseBeacon(text, c.Round)
		})
	}
	if err == nil {
		err = chain.Verify(b)
	}
	if err != nil {
		return draw.Beacon{}, err
	}
	if now := time.Now(); now.Before(at) { // a round of quicknet never comes early
		if !chain.Public() {
			return draw.Beacon{}, fmt.Errorf("round %d comes %s by the clock of this machine, and is here already: unless the clock is slow, somebody knew it beforehand", c.Round, drawtext.FromNow(at, now))
		}
		say(d.cmd.ErrOrStderr(), fmt.Sprintf("the clock of this machine is slow: round %d, which comes %s by it, is here already", c.Round, drawtext.FromNow(at, now)), "")
	}
	return b, nil
}

// await gets a round from relays, once or until it is there. They are asked before its
// time, too: the clock of this machine may be slow.
func (d *drawRun) await(chain *draw.Chain, round uint64, at time.Time, urls ...string) (draw.Beacon, error) {
	ctx := d.cmd.Context()
	client := &http.Client{Timeout: d.timeout, CheckRedirect: sameHost}
	b, err := relay.Fetch(ctx, client, chain, round, urls...)
	now := time.Now()
	switch {
	case err == nil || ctx.Err() != nil:
		return b, err
	case !now.Before(at) || d.wait:
	default:
		return b, &frame.Problem{Err: fmt.Errorf("round %d comes at %s (%s)", round, drawtext.Moment(at), drawtext.FromNow(at, now)), Remedy: d.rerun("--wait")}
	}
	if d.wait && now.Before(at) {
		if err := d.sleep(round, at); err != nil {
			return b, err
		}
		b, err = relay.Fetch(ctx, client, chain, round, urls...)
	}
	told := false
	for early := (*relay.NotYetError)(nil); errors.As(err, &early); b, err = relay.Fetch(ctx, client, chain, round, urls...) {
		now := time.Now()
		late := fmt.Sprintf("no relay has round %d, which came at %s (%s): %v", round, drawtext.Moment(at), drawtext.FromNow(at, now), early.Unwrap())
		if !d.wait {
			return b, errors.New(late + "; try again, or look whether the address and the clock of this machine are right")
		}
		if now.Sub(at) > time.Minute && !told {
			say(d.cmd.ErrOrStderr(), late+"; still waiting", "")
			told = true
		}
		if err := rest(ctx, relayPause); err != nil {
			return b, err
		}
	}
	if err != nil && ctx.Err() == nil && d.beacon == "" {
		err = fmt.Errorf("%w; another machine may get it from %s, for --beacon", err, urls[0])
	}
	return b, err
}

// sameHost keeps a relay from sending requests elsewhere, perhaps into our network.
func sameHost(to *http.Request, before []*http.Request) error {
	switch {
	case to.URL.Host != before[0].URL.Host:
		return fmt.Errorf("it redirects to another host, %s", label.Name(to.URL.Host))
	case len(before) >= 10:
		return errors.New("it redirects again and again")
	}
	return nil
}

// sleep waits until a time, and shows how long that will be.
func (d *drawRun) sleep(round uint64, at time.Time) error {
	shown := startProgress(d.cmd.Context(), progress.Auto, d.cmd, &countdown{round: round, at: at})
	defer shown.Stop()
	if shown == nil {
		say(d.cmd.ErrOrStderr(), fmt.Sprintf("waiting for round %d, which comes at %s (%s)", round, drawtext.Moment(at), drawtext.FromNow(at, time.Now())), "")
	}
	for {
		left := at.Sub(time.Now().Round(0)) // by the clock on the wall: machines are suspended
		if left <= 0 {
			return nil
		}
		if err := rest(d.cmd.Context(), min(left, time.Minute)); err != nil {
			return err
		}
	}
}

// rest waits for some time, or until the context ends.
func rest(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A countdown shows how long a round is away.
type countdown struct {
	round   uint64
	at, now time.Time
}

func (c *countdown) Look(now time.Time) { c.now = now.Round(0) }
func (c *countdown) Begun() bool        { return true }

func (c *countdown) Line(width int) string {
	left := max(0, c.at.Unix()-c.now.Unix())
	days := ""
	if left >= 86400 {
		days, left = label.Plural(left/86400, "day")+", ", left%86400
	}
	line := fmt.Sprintf("round %d comes in %s%d:%02d:%02d", c.round, days, left/3600, left/60%60, left%60)
	if len(line) > width {
		return ""
	}
	return line
}
