package audit

import (
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/audit/internal/generators"
)

// remedies say how to mend the known mistakes, by the beginning of their names.
var remedies = []struct{ prefix, text string }{
	{"naive", "In each step, choose only among the places that are not settled yet: for k from n down to 2, swap " +
		"place k with a place from 1 to k, k included."},
	{"sattolo", "Let an item stay in its place: swap place k with a place from 1 to k, k included, not from 1 to k-1."},
	{"skip-", "Let the loop run over all places: the first choice is among all n places, and the last among 2."},
	{"modulo-", "Do not take remainders of random words. Use the library's bounded random integers, or draw again " +
		"when a word is at or above the largest multiple of k."},
	{"scaled-", noFractions},
	{"clamped-", noFractions},
	{"round", "Round down, not to the nearest: int(random() * (i + 1)) in place of round(random() * i). Better, use " +
		"the library's bounded random integers."},
	{"sort-", "Do not sort with a random comparison. Give each item a random key once and sort by the keys, or use " +
		"the library's shuffle."},
	{"riffle-", "Riffle more often: what can be seen about halves with each further riffle. In a program use the " +
		"library's shuffle."},
	{"keys-", "Give each item a key of 64 random bits, so that no two are equal, or use the library's shuffle."},
	{"transpositions", "Use the library's shuffle: swapping random pairs takes about (n·ln n)/2 swaps to mix n " +
		"items, and more to hide the rest."},
	{"seed-", manySeeds},
	{"xor-swap", keepItems},
	{FewSeeds, manySeeds},
	{Period, "Shuffle for every deal: look for a list of recorded orders that is dealt in turn, and for a generator " +
		"with a short period or one that is started again. " + manySeeds},
	{Unshuffled, "Shuffle before every deal: look for a path on which the shuffle is left out, fails, or ends too " +
		"late."},
	{InverseDeal, turned},
	{ReverseDeal, turned},
	{AsBefore, "Shuffle before every deal, and deal each order once: look for a result that is kept and used again, " +
		"or recorded twice, and for a generator that is started from the clock for each deal: two deals in one tick " +
		"are the same."},
}

const (
	manySeeds = "Seed the generator once for each process, from the system's randomness, with at least 128 bits " +
		"(256 for a deck of 52 cards); not from the clock, a process number or a constant."
	noFractions = "Do not scale random fractions. Use the library's bounded random integers, which draw again where " +
		"a range does not divide evenly."
	seedOnce = "Start the generator once, before the first deal, from the system's randomness, and not again for " +
		"each deal from a counter or the clock: after neighbouring seeds this generator gives numbers that are " +
		"alike. The shuffle itself may be right."
	turned = "Shuffle for every deal, from the items in any fixed order: look for a step that turns the last result " +
		"round and takes it for a new one."
	keepItems = "Deal each item exactly once. In a program: swap two items with a third variable, never by " +
		"exclusive or, and copy the items before they are shuffled if others use them."
	secureChoices = "Draw each choice as a bounded integer from a secure generator, seeded from the system's " +
		"randomness: swap place k with a place from 1 to k, k included, for k from n down to 2, and start each " +
		"shuffle from the items in any fixed order."
	notAsSets   = "If the items of a deal were sorted before they were written, audit the deals as sets. If not: "
	putBack     = " Or items are drawn with replacement: then let each be a deal of its own."
	goodNumbers = "Use another generator: a secure one, such as SecureRandom in Java, or a modern one such as PCG, " +
		"xoshiro or ChaCha, seeded from the system's randomness. Draw bounded integers with the library's function, " +
		"not as a remainder of raw output, whose low bits follow each other in short cycles, and not as a scaled " +
		"fraction of few bits."
	shuffleAll = "Deals depend on earlier ones. For every deal put all items back, and shuffle all of them by the " +
		"library's shuffle with new random numbers; let nothing that was dealt before decide."
	wholeBags = " If deals are meant to go on from what is left, as from a bag or a shoe, audit whole bags or shoes " +
		"as deals."
	newOrders = "Check that each deal gets new random numbers: not the same few recorded orders in turn, and not a " +
		"generator that is started again from the same few seeds. If it is started for each deal: "
	allOrNone = "Shuffle the whole deck and deal from its top, and let nothing look at the rank or suit of cards. " +
		"If deals were recorded, check that none was left out or chosen by its cards."
	moreDeals  = "Collect more deals, to see what is wrong."
	isItCalled = "Check that the shuffle is called, that its result is what gets printed, and that it shuffles in " +
		"place if that is what the caller expects."
)

// Remedy says how to mend a known mistake, such as "naive".
func Remedy(suspect string) string {
	for _, r := range remedies {
		if strings.HasPrefix(suspect, r.prefix) {
			return r.text
		}
	}
	return secureChoices
}

// remedy says how to mend what a report found; "" if nothing was.
func (r *Report) remedy() string {
	switch {
	case r.Verdict == Broken && r.Broken.doubled():
		return keepItems + putBack
	case r.Verdict == Broken:
		return keepItems
	case r.Verdict != Biased:
		return ""
	case len(r.Causes) > 0 && strings.HasSuffix(r.Causes[0], generators.Consecutive):
		return seedOnce
	case len(r.Causes) > 0 && slices.Contains(Generators(), r.Causes[0]):
		return goodNumbers
	case len(r.Causes) > 0:
		return Remedy(r.Causes[0])
	}
	if r.Alike != "" {
		return "If it is that: " + Remedy(r.Alike) + " Else: " + secureChoices
	}
	first := r.Findings[0]
	switch {
	case first.Reason == unmoved:
		return isItCalled
	case first.Reason == fewOrders:
		return newOrders + manySeeds
	case first.Reason == allSame:
		return isItCalled + " If it is called: " + manySeeds
	case first.Kind == KindAscending:
		return notAsSets + secureChoices
	case first.Kind == KindRepeats && first.Reason != uneven:
		return newOrders + manySeeds
	case first.From == FromChange && r.Take < r.Items:
		return shuffleAll + wholeBags
	case first.From == FromChange:
		return shuffleAll
	case first.Reason == leftOut:
		return Remedy("skip-")
	case first.Kind == KindTogether:
		return moreDeals
	case first.Reason == classes:
		return allOrNone
	}
	if r.Unordered || r.Take == 1 {
		return "If a program draws: " + strings.ToLower(secureChoices[:1]) + secureChoices[1:]
	}
	return secureChoices
}
