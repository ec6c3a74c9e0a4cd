package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

// domain separates the scheme's hashes to the curve from others (RFC 9380).
const domain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

// A Chain is a public beacon: a network that signs the number of each round when its time has come, and not before. Its
// hash covers everything in it. Its scheme is bls-unchained-g1-rfc9380, the only one of drand's that can be used:
// signatures on G1 that do not depend on those before them.
type Chain struct {
	PublicKey [96]byte // a point of G2, compressed
	Period    uint32   // seconds from round to round, at least 1
	Genesis   int64    // Unix time of round 1
	GroupHash Sum      // of the group that made the key
	ID        string   // such as "quicknet"
}

// A Round is a future round of a beacon.
type Round struct {
	Chain  Sum    // the hash of the beacon's chain, which [ChainOf] knows
	Number uint64 // of the first round at or after Commitment.Time
}

// Quicknet returns drand's quicknet, the League of Entropy's chain with a round every three seconds since August 2023.
// Its parameters are published at https://docs.drand.love/developer/ and served by each relay:
// https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/info. They make the hash that
// names the chain, so no copy of them can be wrong unnoticed.
func Quicknet() *Chain {
	c := &Chain{Period: 3, Genesis: 1692803367, ID: "quicknet"}
	parseHex(c.PublicKey[:],
		"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"+
			"0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a")
	parseHex(c.GroupHash[:], "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")
	return c
}

// ChainOf returns the chain with a hash that can decide a draw, or nil. There is one, [Quicknet]. It is run by many,
// who would all have to work together to know a round before its time.
func ChainOf(hash Sum) *Chain {
	if c := Quicknet(); c.Hash() == hash {
		return c
	}
	return nil
}

// Hash returns the chain's hash, by which drand names it.
func (c *Chain) Hash() Sum {
	b := binary.BigEndian.AppendUint32(nil, c.Period)
	b = binary.BigEndian.AppendUint64(b, uint64(c.Genesis))
	b = append(b, c.PublicKey[:]...)
	b = append(b, c.GroupHash[:]...)
	return sha256.Sum256(append(b, c.ID...))
}

// lastSecond is the last Unix time that a commitment can be written with.
var lastSecond = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC).Unix()

// Round returns the first round at or after t. The error says that there is none: the chain
// begins after t, or t is after the year 9999.
func (c *Chain) Round(t time.Time) (uint64, error) {
	second := t.Unix()
	if t.Nanosecond() > 0 && second < math.MaxInt64 {
		second++
	}
	switch {
	case second > lastSecond:
		return 0, errors.New("a round after the year 9999 cannot be written down")
	case second < c.Genesis:
		return 0, fmt.Errorf("the chain began on %s, after %s", label.Moment(time.Unix(c.Genesis, 0)), label.Moment(t))
	}
	since, period := uint64(second)-uint64(c.Genesis), uint64(c.Period)
	return (since+period-1)/period + 1, nil
}

// Time returns when a round comes. Its beacon can be had some seconds later, and
// never before. The error says that there is no such round.
func (c *Chain) Time(round uint64) (time.Time, error) {
	switch {
	case round == 0:
		return time.Time{}, errors.New("there is no round 0")
	case c.Genesis > lastSecond || round-1 > uint64(lastSecond-c.Genesis)/uint64(c.Period):
		return time.Time{}, fmt.Errorf("round %d comes after the year 9999", round)
	}
	return time.Unix(c.Genesis+int64(round-1)*int64(c.Period), 0).UTC(), nil
}

// Relays returns the addresses where drand and Cloudflare publish a round.
func (c *Chain) Relays(round uint64) []string {
	var urls []string
	for _, host := range []string{"api.drand.sh", "drand.cloudflare.com", "api2.drand.sh", "api3.drand.sh"} {
		urls = append(urls, fmt.Sprintf("https://%s/%s/public/%d", host, c.Hash(), round))
	}
	return urls
}
