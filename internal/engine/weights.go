package engine

import (
	"bytes"
	"errors"
	"math"
	"math/bits"
	"strconv"

	"github.com/yates-shuffle/yates/records/failure"
)

// A weight is value · 10^exponent. The exponent of 0 is 0.
type weight struct {
	value    uint64
	exponent int8
}

// weights are those of the records of an urn. They become tickets when all are known.
type weights struct {
	most     int // records, for which there is memory
	value    []uint64
	exponent []int8
	least    int    // exponent of those above 0, later of the tickets
	largest  int    // exponent
	positive uint64 // weights
}

// weightBytes is what a record's weight takes at most, here and in order.Weighted.
const weightBytes = 24

func newWeights(memory int64) *weights {
	return &weights{most: int(memory / 3 / weightBytes), least: math.MaxInt8, largest: math.MinInt8}
}

// add adds the weights of the next records, if there are weights.
func (w *weights) add(some []weight) error {
	if len(some) == 0 {
		return nil
	}
	if len(w.value)+len(some) > w.most {
		return &failure.TooManyError{What: "records with weights", Most: w.most}
	}
	for _, one := range some {
		if one.value > 0 {
			w.positive++
			w.least, w.largest = min(w.least, int(one.exponent)), max(w.largest, int(one.exponent))
		}
		w.value, w.exponent = append(w.value, one.value), append(w.exponent, one.exponent)
	}
	return nil
}

// finish finds the unit of the tickets, 10^least, by SPEC.md.
func (w *weights) finish() {
	w.least = max(w.least, w.largest-len(powersOf10)+2) // else the largest alone has too many
	for ; w.tickets() >= mostTickets; w.least++ {
	}
}

// mostTickets is more than all records may have.
const mostTickets = 1 << 63

// tickets returns how many there are, or mostTickets if there are more.
func (w *weights) tickets() (sum uint64) {
	for i := range w.value {
		if sum = min(sum+w.at(i), mostTickets); sum == mostTickets {
			break
		}
	}
	return sum
}

// at returns the tickets of record i, or mostTickets if there are more.
func (w *weights) at(i int) uint64 {
	value, tens := w.value[i], int(w.exponent[i])-w.least
	switch {
	case value == 0:
		return 0
	case tens >= len(powersOf10):
		return mostTickets
	case tens >= 0:
		over, tickets := bits.Mul64(value, powersOf10[tens])
		if over > 0 {
			return mostTickets
		}
		return min(tickets, mostTickets)
	case -tens >= len(powersOf10):
		return 1
	}
	return (value-1)/powersOf10[-tens] + 1
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
