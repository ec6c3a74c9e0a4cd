package people

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/vectors"
	"github.com/yates-shuffle/yates/order"
)

// The lists of SPEC-allocation.md, which says what each member means.
func TestVectors(t *testing.T) {
	var data struct {
		Lists []struct {
			Flags, List, Key      []string
			Seed, Purpose, Sha256 string
			Rows                  int
		}
	}
	vectors.Read(t, "../../../../SPEC-allocation.md", &data)
	for _, c := range data.Lists {
		a := newAllocation()
		if err := a.shape.Parse(c.Flags); err != nil {
			t.Fatal(err)
		}
		ui := &frame.UI{Err: new(bytes.Buffer)}
		if err := a.parse(ui); err != nil {
			t.Fatalf("%q: %v", c.Flags, err)
		}
		a.Purpose = c.Purpose
		strata := a.Allocate(order.SeedFromText(c.Seed))
		list, key := a.table(a.header(), strata), a.table(keyColumns, strata)
		if c.Sha256 != "" {
			rows := len(slices.Concat(strata...))
			if sum := fmt.Sprintf("%x", sha256.Sum256(list)); sum != c.Sha256 || rows != c.Rows {
				t.Errorf("%q: %d rows, SHA-256 %s", c.Flags, rows, sum)
			}
		} else if !is(list, c.List) || !is(key, c.Key) {
			t.Errorf("%q:\n%s\n%s", c.Flags, list, key)
		}
	}
}

// is reports whether a text has these lines.
func is(text []byte, lines []string) bool { return string(text) == strings.Join(lines, "\n")+"\n" }
