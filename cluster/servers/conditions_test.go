package servers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/yates-shuffle/yates/cluster/store"
)

// TestConditions: real servers refuse what is written to another version than the one seen.
func TestConditions(t *testing.T) {
	ctx := context.Background()
	for _, begin := range []func(*testing.T) *server{startS3, startGS} {
		s := begin(t)
		t.Run(s.name, func(t *testing.T) {
			st := store.New()
			for _, size := range []int{3, 20 << 20} {
				n := parse(t, s.in("object"))
				if size > 3 {
					n = parse(t, s.in("large"))
				}
				// replace writes an object after another writer has been there.
				replace := func(text string, other func() error) error {
					tag, err := st.Replace(ctx, n, store.Options{}, func(w io.Writer) error {
						if err := other(); err != nil {
							t.Errorf("size %d, before %s: %v", size, text, err)
						}
						_, err := w.Write(bytes.Repeat([]byte(text), size))
						return err
					})
					if info, e := st.Stat(ctx, n); err == nil && (e != nil || tag == "" || info.Tag != tag) {
						t.Errorf("size %d: %+v instead of %q, %v", size, info, tag, e)
					}
					return err
				}
				nobody := func() error { return nil }
				for _, text := range []string{"a", "d"} { // where there is none, and where there is one
					if err := replace("b", func() error { return replace(text, nobody) }); !errors.Is(err, store.ErrChanged) {
						t.Errorf("size %d, %s: %v", size, text, err)
					}
				}
				if err := replace("c", func() error { return st.Remove(ctx, n) }); !errors.Is(err, store.ErrChanged) {
					t.Errorf("size %d, removed: %v", size, err)
				}
			}
		})
	}
}
