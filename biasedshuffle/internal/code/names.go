package code

import (
	"regexp"
	"strings"
	"unicode"
)

// An Intent is what a function means to do with its items, as its name says. Names are the
// only words that are read, and may silence or sharpen a finding; what a function does, its code decides.
type Intent int

const (
	saysNothing  Intent = iota
	MeansShuffle        // all orders are equally likely
	MeansMixing         // an order, or anything else, is random
	MeansSample         // all items are equally likely
	MeansDeal           // a sample in which no item is twice
	MeansSecret         // nobody must guess what comes out
	MeansCycle          // no item stays in its place
	MeansDraw           // something is random
)

// stems are how words of names begin, with what they mean.
var stems = []struct {
	Intent Intent
	stems  []string
}{
	{saysNothing, []string{"mut", "replac", "perturb", "bootstrap"}},
	{MeansCycle, []string{"sattolo", "cycl", "derange"}},
	{MeansShuffle,
		[]string{"shuffl", "reshuffl", "unshuffl", "permut", "fisher", "durstenfeld", "baraj",
			"mezcl", "embaralh", "mélang", "melang", "misch", "mescol", "перемеш", "перетас",
			"тасов", "洗牌", "打乱", "乱序"}},
	{MeansMixing, []string{"scrambl", "jumbl", "randomi"}},
	{saysNothing, []string{"weigh"}}, // of samples
	{MeansDeal, []string{"deal", "raffl", "lotter", "lotto", "tombol", "bingo"}},
	{MeansSample, []string{"sampl", "reservoir"}},
	{MeansSecret, []string{"passw", "token", "secret", "captcha", "otp", "voucher", "coupon", "invit", "code",
		"session", "uuid", "key"}},
	{MeansDraw, []string{"rand"}},
}

// cycles are words of comments that say so, too. A cycle alone may be one of something else.
var cycles = regexp.MustCompile(`(?i)(^|[^t][ (])sattolo|derange|themsel|(single|one|random) cycle`)

// intentOf returns what a name says.
func intentOf(name string) Intent {
	words := wordsOf(name)
	for _, of := range stems {
		for i, word := range words {
			if i > 0 && words[i-1] == "without" {
				continue
			}
			for _, stem := range of.stems {
				if strings.HasPrefix(word, stem) {
					return of.Intent
				}
			}
			if of.Intent == MeansShuffle && strings.HasPrefix(word, "perm") && i > 0 &&
				strings.HasPrefix(words[i-1], "rand") || of.Intent == MeansMixing && word == "mix" {
				return of.Intent
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
