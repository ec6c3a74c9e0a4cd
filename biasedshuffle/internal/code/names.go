package code

import (
	"strings"
	"unicode"
)

// An intent is what a function means to do with its items, as its name says. Names are the
// only words that are read; what a function does, its code decides.
type intent int

const (
	saysNothing  intent = iota
	meansShuffle        // all orders are equally likely
	MeansSample         // all items are
	MeansCycle          // no item stays in its place
)

// stems are how words of names begin, with what they mean.
var stems = []struct {
	intent intent
	stems  []string
}{
	{saysNothing, []string{"mut", "replac", "perturb", "weigh", "bootstrap"}},
	{MeansCycle, []string{"sattolo", "cycl", "derange"}},
	{meansShuffle,
		[]string{"shuffl", "reshuffl", "unshuffl", "permut", "fisher", "durstenfeld", "scrambl", "jumbl", "randomi",
			"baraj", "mezcl", "embaralh", "mélang", "melang", "misch", "mescol", "перемеш",
			"перетас", "тасов", "洗牌", "打乱", "乱序"}},
	{MeansSample, []string{"sampl", "reservoir"}},
}

// intentOf returns what a name says.
func intentOf(name string) intent {
	words := wordsOf(name)
	for _, of := range stems {
		for i, word := range words {
			for _, stem := range of.stems {
				if strings.HasPrefix(word, stem) {
					return of.intent
				}
			}
			if of.intent == meansShuffle && (word == "mix" || strings.HasPrefix(word,
				"perm") && i > 0 && strings.HasPrefix(words[i-1], "rand")) {
				return meansShuffle
			}
		}
	}
	return saysNothing
}

// wordsOf splits a name where a capital begins a word, in lower case.
func wordsOf(name string) (all []string) {
	runes := []rune(name)
	from := 0
	for i := 1; i <= len(runes); i++ {
		if i == len(runes) || unicode.IsUpper(runes[i]) &&
			(unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) ||
			!unicode.IsLetter(runes[i]) {
			all = append(all, strings.ToLower(strings.Trim(string(runes[from:i]), "_0123456789")))
			from = i
		}
	}
	return all
}
