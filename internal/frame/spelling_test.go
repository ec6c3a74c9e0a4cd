package frame

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"Ann", "Cleo Lee", "Maximilian", "Zoë", "Bo", "Dora", "Dola"}
	for name, want := range map[string]string{
		"ann": "Ann", "An": "Ann", "Anm": "Ann", "Nan": "Ann", "Xyz": "",
		"Cleo": "Cleo Lee", "Clio Lee": "Cleo Lee", "Cloe Lee": "Cleo Lee", "Cleol": "",
		"Maxmilian": "Maximilian", "Maximillian": "Maximilian", "Maximus": "",
		"Zoe": "Zoë", "Bob": "Bo", "Doxa": "Dora", "Q": "",
	} {
		if got := Nearest(names, name); got != want {
			t.Errorf("nearest to %s is %q, want %q", name, got, want)
		}
	}
}
