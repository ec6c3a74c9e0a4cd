package frame

import (
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/quote"
)

// Nearest returns the name spelt most like name: one that begins with it, or differs in
// at most two letters. It returns "" if there is none.
func Nearest(names []string, name string) string {
	a := []rune(strings.ToLower(name))
	found, most := "", min(2, (len(a)-1)/2)
	for _, other := range names {
		b := []rune(strings.ToLower(other))
		if len(a) > 0 && strings.HasPrefix(string(b), string(a)) {
			return other
		}
		if max(len(a), len(b))-min(len(a), len(b)) > most {
			continue
		}
		if d := distance(a, b); d <= most {
			found, most = other, d-1
		}
	}
	return found
}

// distance returns the number of letters to add, remove, replace, or exchange with the
// next, to turn a into b. (Damerau 1964; no letter is changed twice.)
func distance(a, b []rune) int {
	d := make([][]int, len(a)+1) // d[i][j] is the distance from a[:i] to b[:j]
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j], d[i][j-1], d[i-1][j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d[i][j] = min(d[i][j], 1+d[i-2][j-2])
				}
			}
		}
	}
	return d[len(a)][len(b)]
}

// UnknownCommand returns the error of a command that does not exist below another one.
func UnknownCommand(parent *cobra.Command, name string) error {
	of, help := "", parent.CommandPath()+" --help"
	if parent.HasParent() {
		of = " of " + parent.Name()
	}
	var words []string
	meant := map[string]string{}
	for _, c := range parent.Commands() {
		for _, word := range append(c.SuggestFor, c.Name()) {
			words, meant[word] = append(words, word), c.Name()
		}
	}
	if near := Nearest(words, name); near != "" {
		root := parent.Root().Name()
		help = root + " help" + strings.TrimPrefix(parent.CommandPath(), root) + " " + meant[near]
	} else if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && !parent.HasParent() {
		help = "yates shuffle " + quote.New().File(name)
	}
	return BadUsage(help, "unknown command%s: %s", of, strconv.Quote(name))
}
