package records

import (
	"fmt"
	"io"
	"math"
	"sort"

	"github.com/yates-shuffle/yates/order"
)

// parts is where the records go: the order is cut into parts, one after the
// other, each of which has an output for each of the files in step. It is used
// by the worker whose turn it is to write, except for of and beyond.
type parts struct {
	tracks int
	each   *format  // of the records of one track
	heads  [][]byte // the header of each track
	ends   []int64  // of the parts, in records or groups of the order
	first  [order.Buckets]int64
	open   func(part int) ([]io.Writer, error)
	mapped *mapping // the input, which is read when the first part is open

	opened int // parts
	out    []io.Writer

	progress *Progress
}

// onePart is all of the order.
var onePart = []int64{math.MaxInt64}

// of returns the part of record, or group, i of bucket b, and how many from there
// on are in the same part. Beyond all parts it returns their number.
func (p *parts) of(b, i int) (part int, n int64) {
	at := p.first[b] + int64(i)
	part = sort.Search(len(p.ends), func(k int) bool { return p.ends[k] > at })
	if part < len(p.ends) {
		n = p.ends[part] - at
	}
	return part, n
}

// beyond tells whether bucket b and those after it are in no part.
func (p *parts) beyond(b int) bool { return p.first[b] >= p.ends[len(p.ends)-1] }

// enter opens the parts up to the given one, each with its header.
func (p *parts) enter(part int) error {
	for ; p.opened <= part; p.opened++ {
		out, err := p.open(p.opened)
		if err != nil {
			return err
		}
		for _, w := range out {
			if !p.mapped.is(w) {
				continue
			}
			if p.opened > 0 {
				return fmt.Errorf("the output of part %d is the input %s, which is being read", p.opened+1, p.mapped.name)
			}
			if err := p.mapped.leave(); err != nil {
				return err
			}
		}
		p.out = out
		for t, head := range p.heads {
			if len(head) > 0 {
				if err := p.write(t, head); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (p *parts) write(t int, b []byte) error {
	return writeAll(p.out[t], b, p.progress)
}

// A writeError comes from the output.
type writeError struct{ err error }

func (e *writeError) Error() string { return "writing the output: " + cause(e.err).Error() }
func (e *writeError) Unwrap() error { return e.err }
