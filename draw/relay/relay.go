// Package relay fetches the beacons of a drand chain from its relays. It trusts none of
// them: a beacon is returned only if the chain's key verifies it.
package relay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	neturl "net/url"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
)

// A NotYetError says that no relay has a round.
type NotYetError struct {
	Round   uint64
	Answers string // of each relay
}

func (e *NotYetError) Error() string {
	return fmt.Sprintf("no relay has round %d: %s", e.Round, e.Answers)
}

// Fetch gets the beacon of a round from the first of several addresses, such as
// [draw.Chain.Relays], that has it and whose answer the chain's key verifies. It asks one after
// the other, and gives each the client's timeout, or 10 seconds if it has none.
//
// If one of them answers that the round does not exist yet, and none has it, the
// error is a [NotYetError]. Otherwise it names the failure of each.
func Fetch(ctx context.Context, client *http.Client, chain *draw.Chain, round uint64,
	urls ...string) (draw.Beacon, error) {
	var failures []string
	early := false
	for _, url := range urls {
		b, err := fetch(ctx, client, chain, round, url)
		switch {
		case err == nil:
			return b, nil
		case ctx.Err() != nil:
			return draw.Beacon{}, ctx.Err()
		case errors.Is(err, errNotYet):
			early = true
		}
		if e, ok := errors.AsType[*neturl.Error](err); ok {
			err = e.Err // without the address
		}
		failures = append(failures, fmt.Sprintf("%s: %v", hostOf(url), err))
	}
	if early {
		return draw.Beacon{}, &NotYetError{round, strings.Join(failures, "; ")}
	}
	return draw.Beacon{}, fmt.Errorf("no relay gave round %d: %s", round, strings.Join(failures, "; "))
}

// hostOf returns the host of an address, as all of them ask for the same.
func hostOf(url string) string {
	if u, err := neturl.Parse(url); err == nil && u.Host != "" {
		return u.Host
	}
	return url
}

var errNotYet = errors.New("it does not have the round")

func fetch(ctx context.Context, client *http.Client, chain *draw.Chain, round uint64, url string) (draw.Beacon, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(client.Timeout, 10*time.Second))
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return draw.Beacon{}, err
	}
	answer, err := client.Do(request)
	if err != nil {
		return draw.Beacon{}, inTime(err)
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusTooEarly:
		return draw.Beacon{}, fmt.Errorf("%w (%d %s)", errNotYet, answer.StatusCode, http.StatusText(answer.StatusCode))
	default:
		return draw.Beacon{}, fmt.Errorf("the relay answers %d %s", answer.StatusCode,
			http.StatusText(answer.StatusCode))
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, draw.MaxAnswer+1))
	if err != nil {
		return draw.Beacon{}, inTime(err)
	}
	b, err := draw.ParseBeacon(body, round)
	if err != nil {
		return draw.Beacon{}, err
	}
	return b, chain.Verify(b)
}

// inTime says in plain words that an answer did not come in time.
func inTime(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no answer in time: %w", context.DeadlineExceeded)
	}
	return err
}
