package draw

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
)

// A Signature is a point of G1, compressed. A round has exactly one: libraries that
// also take the uncompressed form would give a draw two seeds.
type Signature [48]byte

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
	if len(data) > MaxAnswer {
		return b, fmt.Errorf("a beacon is not longer than %d bytes", MaxAnswer)
	}
	var v struct {
		Round      uint64 `json:"round"`
		Randomness string `json:"randomness"`
		Signature  string `json:"signature"`
	}
	data = bytes.TrimSpace(data)
	if !bytes.HasPrefix(data, []byte("{")) {
		v.Round, v.Signature = round, string(data)
	} else if err := json.Unmarshal(data, &v); err != nil {
		return b, fmt.Errorf("the beacon is not drand's JSON: %w", err)
	}
	if v.Round != round {
		return b, fmt.Errorf("the beacon is of round %d, not %d", v.Round, round)
	}
	if err := parseHex(b.Signature[:], strings.ToLower(v.Signature)); err != nil {
		return b, fmt.Errorf("the signature: %w", err)
	}
	if random := sha256.Sum256(b.Signature[:]); v.Randomness != "" &&
		!strings.EqualFold(v.Randomness, hex.EncodeToString(random[:])) {
		return b, errors.New("the beacon's randomness is not the SHA-256 of its signature")
	}
	return b, nil
}

// Verify checks that the chain signed the beacon's round.
func (c *Chain) Verify(b Beacon) error {
	var key bls.G2Affine
	var sig bls.G1Affine
	if _, err := key.SetBytes(c.PublicKey[:]); err != nil || key.IsInfinity() {
		return errors.New("the chain's public key is no usable point of G2")
	}
	if _, err := sig.SetBytes(b.Signature[:]); err != nil || sig.IsInfinity() || sig.Bytes() != b.Signature {
		// no point of G1
		return fmt.Errorf("the signature of round %d is no signature of this network: probably a digit is wrong "+
			"or missing", b.Round)
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
