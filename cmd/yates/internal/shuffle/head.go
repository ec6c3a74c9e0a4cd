package shuffle

import (
	"errors"
	"strconv"

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
