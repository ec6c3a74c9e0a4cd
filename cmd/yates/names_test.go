package main

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"Ann", "Cleo Lee", "Maximilian", "Zoë", "Bo"}
	for name, want := range map[string]string{
		"ann": "Ann", "An": "Ann", "Anm": "Ann", "Nan": "", "Xyz": "",
		"Cleo": "Cleo Lee", "Clio Lee": "Cleo Lee", "Cloe Lee": "Cleo Lee", "Cleol": "",
		"Maxmilian": "Maximilian", "Maximillian": "Maximilian", "Maximus": "",
		"Zoe": "Zoë", "Bob": "Bo", "Q": "",
	} {
		if got := nearest(names, name); got != want {
			t.Errorf("nearest to %s is %q, want %q", name, got, want)
		}
	}
}
