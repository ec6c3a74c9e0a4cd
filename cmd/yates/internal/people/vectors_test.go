package people

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/vectors"
	"github.com/yates-shuffle/yates/order"
)

// The lists of SPEC-allocation.md, which says what each member means.
func TestVectors(t *testing.T) {
	var data struct {
		Lists []struct {
			Flags, List  []string
			Seed, Sha256 string
			Rows         int
		}
	}
	vectors.Read(t, "../../../../docs/SPEC-allocation.md", &data)
	for _, c := range data.Lists {
		var a allocation
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		a.shapeVar(flags)
		if err := flags.Parse(c.Flags); err != nil {
			t.Fatal(err)
		}
		ui := &frame.UI{Err: new(bytes.Buffer)}
		if err := a.parse(ui); err != nil {
			t.Fatalf("%q: %v", c.Flags, err)
		}
		strata := a.Allocate(order.SeedFromText(c.Seed))
		list := string(a.table(strata))
		if c.Sha256 != "" {
			rows := len(slices.Concat(strata...))
			if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(list))); sum != c.Sha256 || rows != c.Rows {
				t.Errorf("%q: %d rows, SHA-256 %s", c.Flags, rows, sum)
			}
		} else if list != strings.Join(c.List, "\n")+"\n" {
			t.Errorf("%q:\n%s", c.Flags, list)
		}
	}
}
