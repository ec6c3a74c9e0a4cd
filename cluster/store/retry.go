package store

import (
	"context"
	"net"
	"time"
)

// A Retry says how requests that fail are tried again.
type Retry struct {
	// Wait is how long to wait before the second attempt of a request; before each
	// further one it is four times as long.
	Wait time.Duration
	// Patience is how long a store may be silent before it is asked again.
	Patience time.Duration
}

// attempts is how often the clients of the stores try a request.
const attempts = 6

// firstWait is short, as most faults of a store have gone at once. As the wait grows fast,
// one that lasts some seconds does no harm either.
const firstWait = 20 * time.Millisecond

// backoff returns how long to wait before attempt number i, counted from 0, if the wait
// before the second one is first.
func backoff(first time.Duration, i int) time.Duration { return first << (2 * (i - 1)) }

// dial returns what connects to stores.
func (r Retry) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := (&net.Dialer{Timeout: r.Patience}).DialContext(ctx, network, address)
	return patient{c, r.Patience}, err
}

// A patient connection fails when nothing has come for some time since something was sent
// or came. Then the client asks again, or a reader does.
type patient struct {
	net.Conn
	wait time.Duration
}

func (c patient) Read(p []byte) (int, error) {
	c.SetReadDeadline(time.Now().Add(c.wait)) // or Read fails
	return c.Conn.Read(p)
}

func (c patient) Write(p []byte) (int, error) {
	c.SetReadDeadline(time.Now().Add(c.wait))
	return c.Conn.Write(p)
}
