package shuffle

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/shares"
)

// setHead sets the head, or lowers its count where the flag was given before. A number that
// is too large to count to means all.
func (f *flags) setHead(text string) error {
	n, err := strconv.ParseUint(text, 10, 63)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		f.head.Count, f.head.Share = min(f.head.Count, int64(n)), nil // All, if it is out of range
		return nil
	}
	if f.head.Share, err = shares.Parse(text); err != nil {
		return errors.New("it is neither a number of lines nor a share such as 10%")
	}
	return nil
}

// A span is n numbers from first on; none if n is 0.
type span struct{ first, n int }

// set sets the span to that of a text such as 10, for 0 to 9, or 1-10.
func (v *span) set(text string) error {
	const mostNumber, mostShards = 999_999_999, 1_000_000 // a file system dislikes more in one directory
	var r frame.Range
	if n, err := strconv.ParseUint(text, 10, 64); err == nil && n > 0 {
		r.Hi = n - 1
	} else if err := r.Set(text); err != nil || r.Lo > r.Hi {
		return errors.New("it is neither a number from 1 on nor a range such as 1-8")
	}
	if r.Hi > mostNumber || r.Hi-r.Lo >= mostShards {
		return fmt.Errorf("it is too large: there can be at most %s parts", label.Number(mostShards))
	}
	*v = span{int(r.Lo), int(r.Hi-r.Lo) + 1}
	return nil
}
