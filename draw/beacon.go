package draw

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
)

// maxAnswer is the size in bytes that no answer of a relay has.
const maxAnswer = 64 << 10

// A Signature is a point of G1, compressed. A round has exactly one: libraries that
// also take the uncompressed form would give a draw two seeds.
type Signature [bls.SizeOfG1AffineCompressed]byte

// String returns the signature as 96 hexadecimal digits.
func (s Signature) String() string { return hex.EncodeToString(s[:]) }

// A Beacon is a chain's signature of a round.
type Beacon struct {
	Round     uint64
	Signature Signature
}

// ParseBeacon reads the beacon of a round: what relays answer, in JSON, or the
// signature alone in hexadecimal. It does not verify the signature.
func ParseBeacon(data []byte, round uint64) (Beacon, error) {
	b := Beacon{Round: round}
	if len(data) > maxAnswer {
		return b, fmt.Errorf("a beacon is not longer than %d bytes", maxAnswer)
	}
	data = bytes.TrimSpace(data)
	if !bytes.HasPrefix(data, []byte("{")) {
		if err := parseHex(b.Signature[:], strings.ToLower(string(data))); err != nil {
			return b, fmt.Errorf("the signature: %w", err)
		}
		return b, nil
	}
	var v struct {
		Round      uint64 `json:"round"`
		Randomness string `json:"randomness"`
		Signature  string `json:"signature"`
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return b, fmt.Errorf("the beacon is not drand's JSON: %w", err)
	}
	if v.Round != round {
		return b, fmt.Errorf("the beacon is of round %d, not %d", v.Round, round)
	}
	if err := parseHex(b.Signature[:], strings.ToLower(v.Signature)); err != nil {
		return b, fmt.Errorf("the signature: %w", err)
	}
	if random := sha256.Sum256(b.Signature[:]); v.Randomness != "" && !strings.EqualFold(v.Randomness, hex.EncodeToString(random[:])) {
		return b, errors.New("the beacon's randomness is not the SHA-256 of its signature")
	}
	return b, nil
}

// Verify checks that the chain signed the beacon's round.
func (c *Chain) Verify(b Beacon) error {
	key, err := c.key()
	if err != nil {
		return err
	}
	var sig bls.G1Affine
	if _, err := sig.SetBytes(b.Signature[:]); err != nil {
		return fmt.Errorf("the signature of round %d is no point of G1: %w", b.Round, err)
	}
	if sig.IsInfinity() || sig.Bytes() != b.Signature {
		return fmt.Errorf("the signature of round %d is no usable point of G1", b.Round)
	}
	message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, b.Round))
	hash, err := bls.HashToG1(message[:], []byte(domain))
	if err != nil {
		return err
	}
	hash.Neg(&hash)
	_, _, _, g2 := bls.Generators()
	// e(signature, g2) = e(hash, key)
	ok, err := bls.PairingCheck([]bls.G1Affine{sig, hash}, []bls.G2Affine{g2, key})
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("the signature is not the chain's signature of round %d", b.Round)
	}
	return nil
}

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
		failures = append(failures, fmt.Errorf("%s: %w", url, err))
	}
	if early {
		return Beacon{}, &NotYetError{round, at, failures}
	}
	return Beacon{}, fmt.Errorf("no relay gave round %d: %w", round, failures)
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
		return Beacon{}, errors.New("the relay answers " + answer.Status)
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
