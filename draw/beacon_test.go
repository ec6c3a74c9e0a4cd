package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	circl "github.com/cloudflare/circl/sign/bls"
	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
)

// Rounds of quicknet.
var signatures = map[uint64]string{
	42:     "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a",
	1000:   "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
	657413: "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
}

const randomness1000 = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"

func beaconOf(t testing.TB, round uint64) Beacon {
	t.Helper()
	b, err := ParseBeacon([]byte(signatures[round]), round)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// secondOpinion verifies with another library.
func secondOpinion(t *testing.T, c *Chain, b Beacon) bool {
	t.Helper()
	key := new(circl.PublicKey[circl.KeyG2SigG1])
	if err := key.UnmarshalBinary(c.PublicKey[:]); err != nil {
		t.Fatal(err)
	}
	message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, b.Round))
	return circl.Verify(key, message[:], b.Signature[:])
}

func TestVerifyBeacon(t *testing.T) {
	quicknet := Quicknet()
	negative := func(s Signature) Signature { s[0] ^= 0x20; return s }
	var infinity, zero Signature
	infinity[0] = 0xc0
	largeX := Signature(fp.Modulus().FillBytes(make([]byte, 48))) // x = p is 0 in another form
	largeX[0] |= 0x80
	var outside Signature // a point of the curve that is not in G1
	for x := byte(1); ; x++ {
		outside = Signature{0: 0x80, 47: x}
		var p bls.G1Affine
		if _, err := p.SetBytes(outside[:]); err != nil && strings.Contains(err.Error(), "subgroup") {
			break
		}
	}
	for _, c := range []struct {
		name string
		b    Beacon
		want string // no error if empty
	}{
		{"round 42", beaconOf(t, 42), ""},
		{"round 1000", beaconOf(t, 1000), ""},
		{"round 657413", beaconOf(t, 657413), ""},
		{"another round", Beacon{1001, beaconOf(t, 1000).Signature},
			"not the chain's signature of round 1001"},
		{"the negative point", Beacon{1000, negative(beaconOf(t, 1000).Signature)},
			"not the chain's signature"},
		{"infinity", Beacon{1000, infinity}, "a digit is wrong or missing"},
		{"zeros", Beacon{1000, zero}, "a digit is wrong or missing"},
		{"x is not reduced", Beacon{1000, largeX}, "a digit is wrong or missing"},
		{"outside the subgroup", Beacon{1000, outside}, "a digit is wrong or missing"},
	} {
		err := quicknet.Verify(c.b)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if second := secondOpinion(t, quicknet, c.b); second != (c.want == "") {
			t.Errorf("%s: circl says %t", c.name, second)
		}
	}
	if err := (&Chain{Period: 3, Genesis: 1}).Verify(beaconOf(t, 1000)); err == nil {
		t.Error("a chain without a key verifies a signature")
	}
}

func TestParseBeacon(t *testing.T) {
	sig := signatures[1000]
	whole := fmt.Sprintf(`{"round":1000,"randomness":"%s","signature":"%s"}`, randomness1000, sig)
	for _, good := range []string{
		strings.Repeat(" ", MaxAnswer-len(sig)) + sig,
		sig, sig + "\n", "  " + sig + "\r\n", strings.ToUpper(sig), whole, whole + "\n",
		fmt.Sprintf(`{"round":1000,"signature":"%s"}`, sig),
		fmt.Sprintf(`{"previous_signature":"","signature":"%s","round":1000,"new":[1]}`, strings.ToUpper(sig)),
	} {
		b, err := ParseBeacon([]byte(good), 1000)
		if err != nil || b != (Beacon{1000, beaconOf(t, 1000).Signature}) {
			t.Errorf("%s: got %+v, %v", good, b, err)
		}
	}
	var p bls.G1Affine
	raw := beaconOf(t, 1000).Signature
	if _, err := p.SetBytes(raw[:]); err != nil {
		t.Fatal(err)
	}
	uncompressed := p.RawBytes()
	for bad, want := range map[string]string{
		"":                                       "is not 96 hexadecimal digits",
		sig[1:]:                                  "is not 96 hexadecimal digits but 95 bytes",
		sig + "00":                               "is not 96 hexadecimal digits but 98 bytes",
		hex.EncodeToString(uncompressed[:]):      "is not 96 hexadecimal digits but 192 bytes",
		"g" + sig[1:]:                            "lowercase hexadecimal",
		`{"round":1000}`:                         "is not 96 hexadecimal digits",
		strings.Replace(whole, "1000", "1e3", 1): "not drand's JSON",
		strings.Replace(whole, "1000", "1001", 1): "of round 1001, not 1000",
		strings.Replace(whole, "fe29", "fe28", 1): "randomness",
		whole + whole: "not drand's JSON",
		whole[:50]:    "not drand's JSON",
		"<html>":      "is not 96 hexadecimal digits",
		strings.Repeat(" ", 1<<16+1-len(sig)) + sig: "longer than 65536 bytes",
	} {
		_, err := ParseBeacon([]byte(bad), 1000)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: got %v, want %q", bad, err, want)
		}
	}
}

func FuzzParseBeacon(f *testing.F) {
	f.Add([]byte(signatures[1000]), uint64(1000))
	f.Add([]byte(`{"round":1000,"signature":"`+signatures[1000]+`"}`), uint64(1000))
	f.Fuzz(func(t *testing.T, data []byte, round uint64) {
		b, err := ParseBeacon(data, round)
		if err == nil && (b.Round != round || !strings.Contains(strings.ToLower(string(data)), b.Signature.String()) &&
			!strings.Contains(string(data), `\u`)) {
			t.Errorf("%q: got %+v", data, b)
		}
	})
}
