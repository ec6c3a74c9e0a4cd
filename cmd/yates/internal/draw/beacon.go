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
func (d *drawRun) getBeacon(c *draw.Commitment, chain *draw.Chain) (b draw.Beacon, err error) {
	at, err := chain.Time(c.Round)
	if err != nil {
		return b, err
	}
	parse := func(text []byte) (draw.Beacon, error) { return draw.ParseBeacon(text, c.Round) }
	switch {
	case d.beacon == "":
		b, err = d.await(chain, c.Round, at, draw.Relays(chain, c.Round)...)
	case strings.Contains(d.beacon, "://"):
		b, err = d.await(chain, c.Round, at, strings.ReplaceAll(d.beacon, "ROUND", strconv.FormatUint(c.Round, 10)))
	case isHex(d.beacon):
		b, err = parse([]byte(d.beacon))
	default:
		b, err = readParsed(d.cmd, d.beacon, parse)
	}
	if err == nil {
		err = chain.Verify(b)
	}
	if err != nil {
		return draw.Beacon{}, err
	}
	if now := time.Now(); now.Before(at) { // a round of quicknet never comes early
		here := fmt.Sprintf("round %d comes %s by the clock of this machine, and is here already: ",
			c.Round, drawtext.FromNow(at, now))
		if !chain.Public() {
			return draw.Beacon{}, errors.New(here + "unless the clock is slow, somebody knew it beforehand")
		}
		frame.Say(d.cmd, here+"the clock is slow", "")
	}
	return b, nil
}

// await gets a round from relays, once or until it is there. They are asked before its
// time, too: the clock of this machine may be slow.
func (d *drawRun) await(chain *draw.Chain, round uint64, at time.Time, urls ...string) (draw.Beacon, error) {
	ctx := d.cmd.Context()
	client := &http.Client{Timeout: d.timeout, CheckRedirect: sameHost}
	for told := false; ; {
		b, err := relay.Fetch(ctx, client, chain, round, urls...)
		now := time.Now()
		comes := fmt.Sprintf("at %s (%s)", label.Moment(at), drawtext.FromNow(at, now))
		early, isEarly := errors.AsType[*relay.NotYetError](err)
		switch {
		case err == nil || ctx.Err() != nil:
			return b, err
		case now.Before(at) && d.wait:
			if err := d.sleep(round, at, comes); err != nil {
				return b, err
			}
			continue
		case now.Before(at):
			return b, fmt.Errorf("round %d comes %s; with --wait, run waits for it", round, comes)
		case !isEarly && d.beacon == "":
			return b, fmt.Errorf("%w; another machine may get it from %s, for --beacon", err, urls[0])
		case !isEarly:
			return b, err
		}
		late := fmt.Sprintf("no relay has round %d, which came %s: %v", round, comes, early.Unwrap())
		if !d.wait {
			return b, errors.New(late + "; try again, or check the address and the clock of this machine")
		}
		if now.Sub(at) > time.Minute && !told {
			frame.Say(d.cmd, late+"; still waiting", "")
			told = true
		}
		if err := rest(ctx, min(time.Duration(chain.Period), 3)*time.Second); err != nil {
			return b, err
		}
	}
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
func (d *drawRun) sleep(round uint64, at time.Time, comes string) error {
	shown := frame.StartProgress(d.cmd.Context(), progress.Auto, d.cmd, countdown(round, at))
	defer shown.Stop()
	if shown == nil {
		frame.Say(d.cmd, fmt.Sprintf("waiting for round %d, which comes %s", round, comes), "")
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

// countdown shows how long a round is away.
func countdown(round uint64, at time.Time) progress.Gauge {
	return func(now time.Time) ([]string, bool) {
		return []string{fmt.Sprintf("round %d comes %s", round, drawtext.FromNow(at, now))}, true
	}
}
