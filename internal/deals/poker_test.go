//go:build !js

package deals

import "testing"

// The lines of hand histories of several sites, written for this test.
func TestHoleCards(t *testing.T) {
	for line, want := range map[string]string{
		"Dealt to Hero [Ah Td]":                             "Ah Td",
		"  Dealt to the [Fox] [Ah Td]\r":                    "Ah Td",
		"Dealt to Hero [ Ah, Td ]":                          " Ah, Td ",
		"Dealt to Hero [Ah Td 2c 3s]":                       "Ah Td 2c 3s",
		"Small Blind  [ME] : Card dealt to a spot [Jh Qc]":  "Jh Qc",
		"Dealer : Card dealt to a spot [6h 7c]":             "",
		"Dealt to Villain":                                  "",
		"Dealt to Hero [3s 4s] [5s]":                        "",
		"*** FLOP *** [2c 3d 4h]":                           "",
		"Hero: shows [Ah Td] (high card Ace)":               "",
		"Dealt to Hero Ah Td]":                              "",
		"Hero said, \"Dealt to Villain [Ah Td]\"":           "",
		"[ME] : Card dealt to a spot ":                      "",
		"Seat 3: Hero (button) showed [Ah Td] and won ($1)": "",
	} {
		if got := string(holeCards([]byte(line))); got != want {
			t.Errorf("%q deals %q, not %q", line, got, want)
		}
	}
}
