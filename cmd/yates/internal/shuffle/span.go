package shuffle

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// A span is n numbers from first on; none if n is 0. Of shards, each may have that many records instead.
type span struct {
	first, n int
	each     int64
}

// sizes returns the sizes of shards that have n records together.
func (v *span) sizes(n int64) (all []int64, err error) {
	if (n-1)/v.each >= mostShards {
		return nil, fmt.Errorf("there would be more than %s parts of %d", label.Number(mostShards), v.each)
	}
	for ; n > v.each; n -= v.each {
		all = append(all, v.each)
	}
	return append(all, n), nil
}

// mostShards is as many files as a file system likes in one directory.
const mostShards = 1_000_000

// set sets the span to that of a text such as 10, for 0 to 9, or 1-10.
func (v *span) set(text string) error {
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
	v.first, v.n = int(r.Lo), int(r.Hi-r.Lo)+1
	return nil
}

// setOne sets the number of a shard, and how many there are, to those of a text such as 3/8.
func (v *span) setOne(text string) error {
	k, n, _ := strings.Cut(text, "/")
	first, err := strconv.ParseUint(k, 10, 31)
	of, err2 := strconv.ParseUint(n, 10, 31)
	if err != nil || err2 != nil || first < 1 || first > of || of > mostShards {
		return errors.New("it is not K/N with K from 1 to N, such as 3/8")
	}
	*v = span{first: int(first), n: int(of)}
	return nil
}
