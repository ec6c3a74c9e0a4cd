package draw

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
)

// A NotYetError says that no relay has a round. It wraps what each of them answered.
type NotYetError struct {
	Round uint64
	At    time.Time // when it comes
	err   error
}

func (e *NotYetError) Unwrap() error { return e.err }

func (e *NotYetError) Error() string {
	return fmt.Sprintf("no relay has round %d: it comes at %s", e.Round, moment(e.At))
}

// Relays returns the addresses where drand and Cloudflare publish a round. Other
// chains than quicknet may not be there.
func Relays(chain *Chain, round uint64) []string {
	var urls []string
	for _, host := range []string{"api.drand.sh", "drand.cloudflare.com", "api2.drand.sh", "api3.drand.sh"} {
		urls = append(urls, fmt.Sprintf("https://%s/%s/public/%d", host, chain.Hash(), round))
	}
	return urls
}

// Fetch gets the beacon of a round from the first of several addresses, such as
// [Relays], that has it and whose answer the chain's key verifies. It asks one after
// the other, and gives each the client's timeout, or 10 seconds if it has none.
//
// If one of them answers that the round does not exist yet, and none has it, the
// error is a [NotYetError]. Otherwise it names the failure of each.
func Fetch(ctx context.Context, client *http.Client, chain *Chain, round uint64, urls ...string) (Beacon, error) {
	at, err := chain.Time(round)
	if err != nil {
		return Beacon{}, err
	}
	var failures relayErrors
	early := false
	for _, url := range urls {
		b, err := fetch(ctx, client, chain, round, url)
		switch {
		case err == nil:
			return b, nil
		case ctx.Err() != nil:
			return Beacon{}, ctx.Err()
		case errors.Is(err, errNotYet):
			early = true
		}
		if e, ok := errors.AsType[*neturl.Error](err); ok {
			err = e.Err // without the address
		}
		failures = append(failures, fmt.Errorf("%s: %w", hostOf(url), err))
	}
	if early {
		return Beacon{}, &NotYetError{round, at, failures}
	}
	return Beacon{}, fmt.Errorf("no relay gave round %d: %w", round, failures)
}

// hostOf returns the host of an address, as all of them ask for the same.
func hostOf(url string) string {
	if u, err := neturl.Parse(url); err == nil && u.Host != "" {
		return u.Host
	}
	return url
}

// relayErrors are the failures of all relays, on one line.
type relayErrors []error

func (e relayErrors) Error() string {
	var all []string
	for _, err := range e {
		all = append(all, err.Error())
	}
	return strings.Join(all, "; ")
}

func (e relayErrors) Unwrap() []error { return e }

var errNotYet = errors.New("the round does not exist yet")

func fetch(ctx context.Context, client *http.Client, chain *Chain, round uint64, url string) (Beacon, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(client.Timeout, 10*time.Second))
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return Beacon{}, err
	}
	answer, err := client.Do(request)
	if err != nil {
		return Beacon{}, err
	}
	defer answer.Body.Close()
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusTooEarly:
		return Beacon{}, errNotYet
	default:
		return Beacon{}, fmt.Errorf("the relay answers %d %s", answer.StatusCode, http.StatusText(answer.StatusCode))
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err != nil {
		return Beacon{}, err
	}
	b, err := ParseBeacon(body, round)
	if err != nil {
		return Beacon{}, err
	}
	return b, chain.Verify(b)
}
