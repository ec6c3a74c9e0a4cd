// Package shares divides records among parts by shares of 1, such as 0.8 and 0.2.
package shares

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Parts are parts of an order. They are not safe for concurrent use while Add adds to them.
type Parts []Part

// A Part is a part with its share of 1, or its size, or neither: what the others leave.
type Part struct {
	Name string
	of1  *big.Rat
	size *big.Rat
}

// Add adds parts such as train=rest, dev=10% and test=1000. A whole number from 1 on is a size; all is 100% or 1.0. It
// is an error if two parts have the same name, if two take the rest, or if the shares of all come to more than 1.
func (v *Parts) Add(parts ...string) error {
	for _, part := range parts {
		part = strings.TrimSpace(part)
		at := strings.LastIndex(part, "=")
		if part == "" {
			return errors.New("a part is missing beside a comma")
		}
		if at <= 0 || strings.Contains(part, " ") && strings.Contains(part[:at], "=") { // two parts without a comma
			return fmt.Errorf("%q is not NAME=SHARE, as in train=80%%,val=10%%,test=10%%", part)
		}
		p, value := Part{Name: part[:at]}, part[at+1:]
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > 0 {
			p.size = new(big.Rat).SetInt64(n)
		} else if value != "rest" {
			if p.of1, err = Parse(value); err != nil {
				return err
			}
		}
		if slices.ContainsFunc(*v, func(other Part) bool { return other.Name == p.Name }) {
			return fmt.Errorf("%q is named twice", p.Name)
		}
		if p.rest() && slices.ContainsFunc(*v, Part.rest) {
			return errors.New("there are two parts that take the rest")
		}
		*v = append(*v, p)
	}
	one, sum := big.NewRat(1, 1), new(big.Rat)
	for _, p := range *v {
		if p.of1 != nil {
			sum.Add(sum, p.of1)
		}
	}
	if sum.Cmp(one) > 0 {
		f, _ := sum.Float64()
		return fmt.Errorf("the shares come to %.6g, more than 1; %% stands for hundredths, as in 80%%", f)
	}
	return nil
}

// rest reports whether the part is what the others leave.
func (p Part) rest() bool { return p.of1 == nil && p.size == nil }

// Parse returns a share of 1: a decimal number, a fraction or a percentage, in at most 100 characters.
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

// Shares returns the share of 1 of each part. It is an error if one has a size.
func (v Parts) Shares() ([]*big.Rat, error) {
	for _, p := range v {
		if p.size != nil {
			return nil, fmt.Errorf("%s has a size, not a share", p.Name)
		}
	}
	shares, _ := v.quotas(1)
	return shares, nil
}

// quotas returns how much of n each part has, and what the others leave, which may be less than nothing.
func (v Parts) quotas(n int64) (quotas []*big.Rat, rest *big.Rat) {
	rest = new(big.Rat).SetInt64(n)
	for _, p := range v {
		quota := p.size
		if p.of1 != nil {
			quota = new(big.Rat).Mul(p.of1, big.NewRat(n, 1))
		}
		if quota == nil {
			quota = rest // when it is known
		} else {
			rest.Sub(rest, quota)
		}
		quotas = append(quotas, quota)
	}
	return quotas, rest
}

// Names returns the names of the parts.
func (v Parts) Names() (names []string) {
	for _, part := range v {
		names = append(names, part.Name)
	}
	return names
}

// Total returns how many records the parts are, if all have sizes.
func (v Parts) Total() (n int64, ok bool) {
	sum := new(big.Rat)
	for _, p := range v {
		if p.size == nil {
			return 0, false
		}
		sum.Add(sum, p.size)
	}
	return sum.Num().Int64(), len(v) > 0 && sum.Num().IsInt64()
}

// Sizes divides n by largest remainders (Hamilton's method): each part gets its
// quota rounded down, and what is left goes, one each, to the largest remainders,
// the first ones where they are equal. The quota of a share is that share of n. What the parts leave
// is a part like the others; if none takes it, it is not returned. It is an error if the parts need more than n.
func (v Parts) Sizes(n int64) ([]int64, error) {
	all, left := slices.Clone(v), n
	if !slices.ContainsFunc(v, Part.rest) {
		all = append(all, Part{})
	}
	quotas, rest := all.quotas(n)
	if rest.Sign() < 0 {
		need, _ := new(big.Rat).Sub(new(big.Rat).SetInt64(n), rest).Float64()
		return nil, fmt.Errorf("the parts need %.15g, but there are only %d", math.Ceil(need), n)
	}
	sizes, remainders, byRemainder := make([]int64, len(all)), make([]*big.Rat, len(all)), make([]int, len(all))
	for i, quota := range quotas {
		floor := new(big.Int).Quo(quota.Num(), quota.Denom())
		sizes[i] = floor.Int64()
		left -= sizes[i]
		remainders[i] = new(big.Rat).Sub(quota, new(big.Rat).SetInt(floor))
		byRemainder[i] = i
	}
	slices.SortStableFunc(byRemainder, func(i, j int) int { return remainders[j].Cmp(remainders[i]) })
	for _, i := range byRemainder[:left] {
		sizes[i]++
	}
	return sizes[:len(v)], nil
}
