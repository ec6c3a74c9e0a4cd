package urn

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestParseWeight: what is read is what math/big reads, in lowest terms.
func TestParseWeight(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := ""
		for range rng.IntN(12) {
			text += string("0001259.eE+- 7"[rng.IntN(14)])
		}
		value, exponent, err := parseWeight([]byte(text))
		want, ok := new(big.Rat).SetString(strings.TrimSpace(text))
		if strings.HasPrefix(strings.TrimSpace(text), "-") || ok && strings.HasPrefix(text, ".e") {
			ok = false
		}
		if err != nil && err != errNoWeight {
			continue // see below
		}
		if (err == nil) != ok {
			t.Fatalf("%q: %d, %d, %v", text, value, exponent, err)
		}
		if err != nil {
			continue
		}
		got := new(big.Rat).SetInt(new(big.Int).SetUint64(value))
		ten := new(big.Rat).SetInt64(10)
		for range max(exponent, -exponent) {
			if exponent > 0 {
				got.Mul(got, ten)
			} else {
				got.Quo(got, ten)
			}
		}
		if got.Cmp(want) != 0 || value%10 == 0 && value > 0 {
			t.Fatalf("%q: %d, %d", text, value, exponent)
		}
	}
	for text, want := range map[string]string{
		"": "number of 0 or more", "x": "number of 0 or more", "-1": "number of 0 or more",
		"NaN": "number of 0 or more", "1_0": "number of 0 or more", "0x10": "number of 0 or more",
		"1e":                      "number of 0 or more",
		"12345678901234567890123": "19 digits", "1e101": "too large or too small", "1e-101": "too large or too small",
		"9999999999999999999": "", "0.1234567890123456789": "", "100000000000000000000000000": "", "0e5": "", "+2": "",
		"5.": "", ".5": "",
	} {
		if _, _, err := parseWeight([]byte(text)); (err == nil) != (want == "") ||
			err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
