// Package shares divides records among parts by shares of 1, such as 0.8 and 0.2.
package shares

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Parts are parts of an order. They are not safe for concurrent use while Set sets them.
type Parts []Part

// A Part is a part with its share of 1.
type Part struct {
	Name string
	of1  *big.Rat
}

// Set adds the parts of a text such as train=0.8,dev=10%,test=1/10. It is an error if two have the same
// name, or if the shares of all come to more than 1.
func (v *Parts) Set(text string) error {
	sum := new(big.Rat)
	for _, p := range *v {
		sum.Add(sum, p.of1)
	}
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		at := strings.LastIndex(part, "=")
		if part == "" {
			return errors.New("a part is missing beside a comma")
		}
		if at <= 0 {
			return fmt.Errorf("%q is not NAME=SHARE", part)
		}
		name := part[:at]
		r, err := Parse(part[at+1:])
		if err != nil {
			return err
		}
		if slices.ContainsFunc(*v, func(p Part) bool { return p.Name == name }) {
			return fmt.Errorf("there are two parts %q", name)
		}
		sum.Add(sum, r)
		*v = append(*v, Part{name, r})
	}
	if sum.Cmp(big.NewRat(1, 1)) > 0 {
		f, _ := sum.Float64()
		return fmt.Errorf("the shares come to %.6g, more than 1; %% stands for hundredths, as in train=80%%", f)
	}
	return nil
}

// Parse returns a share of 1: a decimal number, a fraction or a percentage, in at most 100
// characters.
func Parse(text string) (*big.Rat, error) {
	digits, percent := strings.CutSuffix(text, "%")
	r, ok := new(big.Rat), false
	if strings.Trim(digits, "0123456789./") == "" && len(text) <= 100 {
		r, ok = r.SetString(digits)
	}
	if !ok {
		return nil, fmt.Errorf("%q is not a share such as 0.1, 10%% or 1/10", text)
	}
	if percent {
		r.Quo(r, big.NewRat(100, 1))
	}
	return r, nil
}

func (v *Parts) String() string { return "" }
func (v *Parts) Type() string   { return "PARTS" }

// Names returns the names of the parts.
func (v Parts) Names() (names []string) {
	for _, part := range v {
		names = append(names, part.Name)
	}
	return names
}

// Sizes divides n by largest remainders (Hamilton's method): each part gets its
// quota rounded down, and what is left goes, one each, to the largest remainders,
// the first ones where they are equal. What the shares leave of 1 is a part like
// the others, but is not returned.
func (v Parts) Sizes(n int64) []int64 {
	rest := big.NewRat(1, 1)
	for _, s := range v {
		rest.Sub(rest, s.of1)
	}
	left := n
	sizes := make([]int64, len(v)+1)
	remainders := make([]*big.Rat, len(v)+1)
	byRemainder := make([]int, len(v)+1)
	for i, s := range append(v[:len(v):len(v)], Part{of1: rest}) {
		quota := new(big.Rat).Mul(s.of1, new(big.Rat).SetInt64(n))
		floor := new(big.Int).Quo(quota.Num(), quota.Denom())
		sizes[i] = floor.Int64()
		left -= sizes[i]
		remainders[i] = quota.Sub(quota, new(big.Rat).SetInt(floor))
		byRemainder[i] = i
	}
	slices.SortStableFunc(byRemainder, func(i, j int) int { return remainders[j].Cmp(remainders[i]) })
	for _, i := range byRemainder[:left] {
		sizes[i]++
	}
	return sizes[:len(v)]
}
