package engine

import (
	"bytes"
	"errors"
	"math"
	"strconv"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records/failure"
)

// weights are those of the records of an urn: value[i] · 10^exponent[i]. They become
// integers when all are known.
type weights struct {
	key      func() (*keys, error)
	most     int // records, for which there is memory
	value    []uint64
	exponent []int8 // 0 where the value is 0
	least    int8   // exponent of those above 0
	positive uint64 // weights
	buf      []byte
	total    order.Weight
}

// weightBytes is what a record's weight takes at most, here and in order.Weighted.
const weightBytes = 32

func newWeights(memory int64, key func() (*keys, error)) *weights {
	return &weights{key: key, most: int(memory / 3 / weightBytes), least: math.MaxInt8}
}

// add adds the weight of the next record, of which there may be only the front.
func (w *weights) add(text []byte, open bool) error {
	key, err := w.key()
	if err != nil {
		return err
	}
	number := len(w.value)
	if w.buf, _, err = key.append(w.buf[:0], text, open, uint64(number)); err != nil {
		return err
	}
	value, exponent, err := parseWeight(w.buf)
	if err != nil {
		text := string(w.buf[:min(len(w.buf), 100)])
		return &failure.RecordError{Record: int64(number) + 1, Err: &failure.WeightError{Text: text, Err: err}}
	}
	if len(w.value) == w.most {
		return &failure.TooManyError{What: "records with weights", Most: w.most}
	}
	if value > 0 {
		w.positive++
		w.least = min(w.least, exponent)
	}
	w.value, w.exponent = append(w.value, value), append(w.exponent, exponent)
	return nil
}

// finish checks that the weights can be compared with each other.
func (w *weights) finish() error {
	for i := range w.value {
		weight, fits := w.integer(i)
		if fits {
			w.total, fits = w.total.Add(weight)
		}
		if !fits {
			return errors.New("the weights differ too much, or come to too much, to be added exactly: round them")
		}
	}
	return nil
}

// at returns the weight of record i, in units of 10^least.
func (w *weights) at(i int) order.Weight {
	weight, _ := w.integer(i)
	return weight
}

func (w *weights) integer(i int) (weight order.Weight, fits bool) {
	weight, fits = order.Weight{Lo: w.value[i]}, true
	if w.value[i] == 0 {
		return weight, true
	}
	for tens := int(w.exponent[i]) - int(w.least); tens > 0 && fits; {
		n := min(tens, len(powersOf10)-1)
		weight, fits = weight.Times(powersOf10[n])
		tens -= n
	}
	return weight, fits
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
