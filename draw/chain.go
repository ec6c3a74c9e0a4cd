package draw

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"

	"github.com/yates-shuffle/yates/internal/label"
)

// scheme is the only one of drand's that can be used: signatures on G1 that do not depend
// on those before them.
const scheme = "bls-unchained-g1-rfc9380"

// domain separates the scheme's hashes to the curve from others (RFC 9380).
const domain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

// A Chain is a public beacon: a network that signs the number of each round when its
// time has come, and not before. Its hash covers everything in it.
type Chain struct {
	PublicKey [bls.SizeOfG2AffineCompressed]byte // a point of G2, compressed
	Period    uint32                             // seconds from round to round
	Genesis   int64                              // Unix time of round 1
	GroupHash Sum                                // of the group that made the key
	ID        string                             // such as "quicknet"
}

// Quicknet returns drand's quicknet, the League of Entropy's chain with a round every
// three seconds since August 2023. Its parameters are published at
// https://docs.drand.love/developer/ and served by each relay:
// https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/info.
// They make the hash that names the chain, so no copy of them can be wrong unnoticed.
func Quicknet() *Chain {
	c := &Chain{Period: 3, Genesis: 1692803367, ID: "quicknet"}
	mustHex(c.PublicKey[:],
		"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"+
			"0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a")
	mustHex(c.GroupHash[:], "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")
	return c
}

func mustHex(dst []byte, digits string) {
	if err := parseHex(dst, digits); err != nil {
		panic("draw: " + err.Error())
	}
}

// ParseChain reads drand's description of a chain, which relays serve as
// /{hash}/info or /v2/chains/{hash}/info. The hash in it must be the chain's, and the
// scheme bls-unchained-g1-rfc9380.
func ParseChain(info []byte) (*Chain, error) {
	if len(info) > MaxAnswer {
		return nil, fmt.Errorf("the description of the chain is longer than %d bytes", MaxAnswer)
	}
	var v struct {
		PublicKey   string `json:"public_key"`
		Period      uint32 `json:"period"`
		Genesis     int64  `json:"genesis_time"`
		GroupHash   string `json:"groupHash"`
		GenesisSeed string `json:"genesis_seed"`
		Hash        string `json:"hash"`
		ChainHash   string `json:"chain_hash"`
		SchemeID    string `json:"schemeID"`
		Scheme      string `json:"scheme"`
		BeaconID    string `json:"beacon_id"`
		Metadata    struct {
			BeaconID string `json:"beaconID"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(info, &v); err != nil {
		return nil, fmt.Errorf("the description of the chain is not drand's JSON: %w", err)
	}
	if has := cmp.Or(v.SchemeID, v.Scheme); has != scheme {
		return nil, fmt.Errorf("the chain's scheme is %s: only %s can be used", short(has), scheme)
	}
	c := &Chain{Period: v.Period, Genesis: v.Genesis, ID: cmp.Or(v.Metadata.BeaconID, v.BeaconID, "default")}
	var hash Sum
	for _, f := range []struct {
		name, digits string
		dst          []byte
	}{
		{"public key", v.PublicKey, c.PublicKey[:]},
		{"group hash", cmp.Or(v.GroupHash, v.GenesisSeed), c.GroupHash[:]},
		{"hash", cmp.Or(v.Hash, v.ChainHash), hash[:]},
	} {
		if err := parseHex(f.dst, f.digits); err != nil {
			return nil, fmt.Errorf("the chain's %s: %w", f.name, err)
		}
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	if hash != c.Hash() {
		return nil, fmt.Errorf("the chain's hash is %s, not %s as it says", c.Hash(), hash)
	}
	return c, nil
}

var errNoPeriod = errors.New("the chain's period is 0 seconds")

// check says what is wrong with a chain.
func (c *Chain) check() error {
	quicknet, reason := Quicknet(), badText(c.ID)
	switch {
	case c.Period == 0:
		return errNoPeriod
	case c.Genesis < 1:
		return errors.New("the chain begins in 1970 or before")
	case reason != "":
		return errors.New("the chain's ID " + reason)
	case *c != *quicknet && absolute(c.PublicKey) == absolute(quicknet.PublicKey):
		return errors.New("the chain has quicknet's key, but is not quicknet: everybody may know its rounds before " +
			"they come")
	}
	_, err := c.key()
	return err
}

// absolute returns a compressed point without its sign. Whoever has a signature by a key has that by its negative, too.
func absolute(point [bls.SizeOfG2AffineCompressed]byte) [bls.SizeOfG2AffineCompressed]byte {
	point[0] &^= 0x20
	return point
}

// key decodes the public key.
func (c *Chain) key() (bls.G2Affine, error) {
	var p bls.G2Affine
	if _, err := p.SetBytes(c.PublicKey[:]); err != nil || p.IsInfinity() || p.Bytes() != c.PublicKey {
		return p, errors.New("the chain's public key is no usable point of G2")
	}
	return p, nil
}

// Hash returns the chain's hash, by which drand names it.
func (c *Chain) Hash() Sum {
	b := binary.BigEndian.AppendUint32(nil, c.Period)
	b = binary.BigEndian.AppendUint64(b, uint64(c.Genesis))
	b = append(b, c.PublicKey[:]...)
	b = append(b, c.GroupHash[:]...)
	if c.ID != "default" { // whose hash is older than the names of chains
		b = append(b, c.ID...)
	}
	return sha256.Sum256(b)
}

// Public reports whether the chain is one that this package knows to be run by many:
// quicknet. Whoever holds another chain's key knows its rounds beforehand.
func (c *Chain) Public() bool { return *c == *Quicknet() }

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
	case c.Period == 0:
		return 0, errNoPeriod
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
	case c.Period == 0:
		return time.Time{}, errNoPeriod
	case round == 0:
		return time.Time{}, errors.New("there is no round 0")
	case c.Genesis > lastSecond || round-1 > uint64(lastSecond-c.Genesis)/uint64(c.Period):
		return time.Time{}, fmt.Errorf("round %d comes after the year 9999", round)
	}
	return time.Unix(c.Genesis+int64(round-1)*int64(c.Period), 0).UTC(), nil
}

// Relays returns the addresses where drand and Cloudflare publish a round. Other
// chains than quicknet may not be there.
func (c *Chain) Relays(round uint64) []string {
	var urls []string
	for _, host := range []string{"api.drand.sh", "drand.cloudflare.com", "api2.drand.sh", "api3.drand.sh"} {
		urls = append(urls, fmt.Sprintf("https://%s/%s/public/%d", host, c.Hash(), round))
	}
	return urls
}
