package urn

import (
	"bytes"
	"errors"
	"math/bits"
	"strconv"

	"github.com/yates-shuffle/yates/internal/engine/decimal"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/scatter"
	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// A weight is value · 10^exponent. The exponent of 0 is 0.
type weight struct {
	value    uint64
	exponent int8
}

// Weights are those of the records of an urn. They become tickets when all are known.
type Weights struct {
	Positive uint64 // weights
	most     int    // records, for which there is memory
	value    []uint64
	exponent []int8
	least    int // exponent of those above 0, later of the tickets
	largest  int // exponent
}

// weightBytes is what a record's weight takes at most, here and in order.Weighted.
const weightBytes = 24

// Weighed finds the weights of records.
type Weighed struct {
	scatter.Idle
	By      *record.Key
	Weights *Weights
	parsed  []weight // of the lot
}

// Ahead parses the weights of a lot.
func (w *Weighed) Ahead(l *scatter.Lot) error {
	w.parsed = w.parsed[:0]
	return l.EachKey(w.By, func(i int, key []byte, _ bool) error {
		value, exponent, err := parseWeight(key)
		if err != nil {
			l.Fail(i, &failure.WeightError{Text: string(key[:min(len(key), 100)]), Err: err})
		}
		w.parsed = append(w.parsed, weight{value, exponent})
		return nil
	})
}

// InTurn adds them to the others.
func (w *Weighed) InTurn(l *scatter.Lot) error {
	for i := range l.Starts {
		if l.Dropped(i) {
			continue
		}
		if err := w.Weights.append(w.parsed[i]); err != nil {
			return err
		}
	}
	return nil
}

// append adds the weight of the next record.
func (w *Weights) append(one weight) error {
	if len(w.value) == w.most {
		return &failure.TooManyError{What: "records with weights", Most: w.most}
	}
	if one.value > 0 {
		w.Positive++
		w.least, w.largest = min(w.least, int(one.exponent)), max(w.largest, int(one.exponent))
	}
	w.value, w.exponent = append(w.value, one.value), append(w.exponent, one.exponent)
	return nil
}

// Finish finds the unit of the tickets, 10^least, by SPEC.md.
func (w *Weights) Finish() {
	w.least = max(w.least, w.largest-len(decimal.Powers)+2) // else the largest alone has too many
	for ; w.tickets() >= mostTickets; w.least++ {
	}
}

// mostTickets is more than all records may have.
const mostTickets = 1 << 63

// tickets returns how many there are, or mostTickets if there are more.
func (w *Weights) tickets() (sum uint64) {
	for i := range w.value {
		if sum = min(sum+w.at(i), mostTickets); sum == mostTickets {
			break
		}
	}
	return sum
}

// at returns the tickets of record i, or mostTickets if there are more.
func (w *Weights) at(i int) uint64 {
	value, tens := w.value[i], int(w.exponent[i])-w.least
	switch {
	case value == 0:
		return 0
	case tens >= len(decimal.Powers):
		return mostTickets
	case tens >= 0:
		over, tickets := bits.Mul64(value, decimal.Powers[tens])
		if over > 0 {
			return mostTickets
		}
		return min(tickets, mostTickets)
	case -tens >= len(decimal.Powers):
		return 1
	}
	return (value-1)/decimal.Powers[-tens] + 1
}

// Draw returns n draws in proportion to the weights, with replacement or, if each record is drawn once, without. It
// may be called once, as it frees the weights.
func (w *Weights) Draw(seed order.Seed, n int64, once bool) Draws {
	start := order.NewWeightedChoices
	if once {
		start = order.NewWeighted
	}
	law := start(seed, len(w.value), w.at)
	w.value, w.exponent = nil, nil
	return Limit(uint64(n), func(dst []uint64) {
		for i := range dst {
			next, _ := law.Next() // there are as many
			dst[i] = uint64(next)
		}
	})
}

// parseWeight returns a number such as 12, 0.5 or 2.5e-3 as value · 10^exponent, where
// the value has no zero at its end.
func parseWeight(text []byte) (value uint64, exponent int8, err error) {
	text = bytes.TrimSpace(text)
	digits, power := text, 0
	if i := bytes.IndexAny(text, "eE"); i >= 0 {
		digits = text[:i]
		if power, err = strconv.Atoi(string(text[i+1:])); err != nil {
			return 0, 0, errNoWeight
		}
	}
	whole, decimals, _ := bytes.Cut(bytes.TrimPrefix(digits, []byte("+")), []byte("."))
	digits = append(bytes.Clone(whole), decimals...)
	if len(digits) == 0 || len(bytes.Trim(digits, "0123456789")) > 0 {
		return 0, 0, errNoWeight
	}
	significant := bytes.TrimRight(digits, "0")
	power += len(digits) - len(significant) - len(decimals)
	if significant = bytes.TrimLeft(significant, "0"); len(significant) > 19 {
		return 0, 0, errors.New("it has more than 19 digits")
	}
	value, _ = strconv.ParseUint(string(significant), 10, 64) // of none it is 0
	switch {
	case value == 0:
		return 0, 0, nil
	case power < -100 || power > 100:
		return 0, 0, errors.New("it is too large or too small")
	}
	return value, int8(power), nil
}

var errNoWeight = errors.New("it is not a number of 0 or more")
