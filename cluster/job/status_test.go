package job

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/cluster/store"
)

// TestTriedAgain: a step that the store does not let happen is tried again, three times in all.
func TestTriedAgain(t *testing.T) {
	for _, faults := range []int{2, 3} {
		ctx, st := context.Background(), newStore(t)
		j := mustMake(t, st, numbers(t, 1000, t.TempDir()))
		steps(t, j, "count", "scatter")
		run := j.numbered("runs", 1).String()
		left, said := faults, 0
		st.Watch = func(doing string, n store.Name) {
			mode := os.FileMode(0o600)
			if doing == "reading" && n.String() == run {
				if left--; left >= 0 {
					mode = 0o644 // which is refused
				}
				if err := os.Chmod(run, mode); err != nil {
					t.Error(err)
				}
			}
		}
		j.Say = func(what string) {
			said++
			if !strings.HasPrefix(what, "the step gather 1 of 3 is tried again: ") {
				t.Error(what)
			}
		}
		err := j.Share(ctx, "gather", 1, 3)
		if (err != nil) != (faults == 3) || said != 2 {
			t.Errorf("%d faults: %v, after %d attempts", faults, err, said+1)
		}
		s, err := j.Status(ctx)
		if err != nil || s.Steps[10].Done.IsZero() != (faults == 3) || s.Steps[10].Begun.IsZero() != (faults == 3) {
			t.Errorf("%d faults: %+v, %v", faults, s.Steps[10], err)
		}
	}
}
