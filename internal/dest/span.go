package dest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Span is N numbers from First on; none if N is 0. Of shards, each may have that many records instead, or about
// so many bytes.
type Span struct {
	First, N int
	Each     int64
	Bytes    bool
}

// Given reports whether there are any.
func (v *Span) Given() bool { return v.N > 0 || v.Each > 0 }

// Sizes returns the sizes of shards that have n records of so many bytes together. Bytes are for as many equal ones
// as would have that size each: the order is random, so they have about the same.
func (v *Span) Sizes(n, bytes int64) (all []int64, err error) {
	if v.N > 0 {
		return handout.Sizes(n, v.N), nil
	}
	whole := n
	if v.Bytes {
		whole = bytes
	}
	if (whole-1)/v.Each >= mostShards {
		return nil, fmt.Errorf("there would be more than %s parts of %d", label.Number(mostShards), v.Each)
	}
	if v.Bytes {
		parts := min((bytes+v.Each-1)/v.Each, n)
		return handout.Sizes(n, int(max(parts, 1))), nil
	}
	for ; n > v.Each; n -= v.Each {
		all = append(all, v.Each)
	}
	return append(all, n), nil
}

// SetEach sets how much each shard has: a number of records such as 1000, or a size such as 64MB.
func (v *Span) SetEach(text string) (err error) {
	if v.Each, err = strconv.ParseInt(text, 10, 64); err != nil {
		v.Bytes = true
		v.Each, err = frame.ParseSize(text)
	}
	if err != nil || v.Each < 1 {
		return errors.New("it is neither a number of lines from 1 on nor a size such as 64MB")
	}
	return nil
}

// mostShards is as many files as a file system likes in one directory.
const mostShards = 1_000_000

// Set sets the span to that of a text such as 10, for 0 to 9, or 1-10.
func (v *Span) Set(text string) error {
	const mostNumber = 999_999_999
	var r frame.Range
	if n, err := strconv.ParseUint(text, 10, 64); err == nil && n > 0 {
		r.Hi = n - 1
	} else if err := r.Set(text); err != nil || r.Lo > r.Hi {
		return errors.New("it is neither a number from 1 on nor a range such as 1-8")
	}
	if r.Hi > mostNumber || r.Hi-r.Lo >= mostShards {
		return fmt.Errorf("it is too large: there can be at most %s parts", label.Number(mostShards))
	}
	v.First, v.N = int(r.Lo), int(r.Hi-r.Lo)+1
	return nil
}

// SetOne sets the number of a shard, and how many there are, to those of a text such as 3/8.
func (v *Span) SetOne(text string) error {
	k, n, _ := strings.Cut(text, "/")
	first, err := strconv.ParseUint(k, 10, 31)
	of, err2 := strconv.ParseUint(n, 10, 31)
	if err != nil || err2 != nil || first < 1 || first > of || of > mostShards {
		return errors.New("it is not K/N with K from 1 to N, such as 3/8")
	}
	*v = Span{First: int(first), N: int(of)}
	return nil
}
