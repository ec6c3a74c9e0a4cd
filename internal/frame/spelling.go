package frame

import "strings"

// Nearest returns the name spelt most like name: one that begins with it, or differs in
// at most two letters. It returns "" if there is none.
func Nearest(names []string, name string) string {
	found, most := "", min(2, (len([]rune(name))-1)/2)
	for _, other := range names {
		a, b := []rune(strings.ToLower(name)), []rune(strings.ToLower(other))
		if strings.HasPrefix(string(b), string(a)) {
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

// distance returns the number of letters to add, remove or replace to turn a into b.
// (Levenshtein 1965.)
func distance(a, b []rune) int {
	row := make([]int, len(b)+1) // row[j] is the distance from the letters of a so far to b[:j]
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			replaced := diagonal
			if x != y {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
