package audit

import (
	"strings"
	"testing"
)

func TestWithoutSecrets(t *testing.T) {
	for command, want := range map[string]string{
		"shuf|-n|3":                              "shuf -n 3",
		"yates|shuffle|--seed|May 2026|a":        "yates shuffle --seed … a",
		"yates|shuffle|--seed=May 2026|a":        "yates shuffle --seed=… a",
		"yates|shuffle|--seed-hex|00ff|-n|3":     "yates shuffle --seed-hex … -n 3",
		"deal|-API_KEY|-x|b":                     "deal -API_KEY … b",
		"deal|--key|--token|x|b":                 "deal --key --token … b",
		"env|PASSWORD=x y|deal":                  "env PASSWORD=… deal",
		"curl|https://x/?token=abc":              "curl https://x/?token=…",
		"sh|-c|cat; deal --seed 'a b' --key=c d": "sh -c cat; deal --seed … --key=… d",
		"sh|-c|SECRET=x deal|--seed":             "sh -c SECRET=… --seed",
		"./shuffle-by-key|seed|monkey.txt":       "./shuffle-by-key seed monkey.txt",
		"sh|-c|sort keys.txt; shuf seed":         "sh -c sort keys.txt; shuf seed",
	} {
		if got := withoutSecrets(strings.Split(command, "|")); got != want {
			t.Errorf("%s becomes %s, want %s", command, got, want)
		}
	}
}
