package servers

import (
	"bytes"
	"context"
	"errors"
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
			defer st.Close()
			for _, size := range []int{3, 20 << 20} {
				n := parse(t, s.in("object"))
				if size > 3 {
					n = parse(t, s.in("large"))
				}
				writer := func() *store.Writer {
					w, err := st.Writer(ctx, n, 0, nil)
					if err != nil {
						t.Fatal(err)
					}
					return w
				}
				write := func(w *store.Writer, text string) error {
					w.Write(bytes.Repeat([]byte(text), size))
					return w.Close()
				}
				a, b := writer(), writer()
				if err := write(a, "a"); err != nil {
					t.Errorf("size %d, none: %v", size, err)
				}
				if err := write(b, "b"); !errors.Is(err, store.ErrChanged) {
					t.Errorf("size %d, none, second: %v", size, err)
				}
				a, b = writer(), writer()
				if err := write(a, "c"); err != nil {
					t.Errorf("size %d, replaced: %v", size, err)
				}
				if err := write(b, "d"); !errors.Is(err, store.ErrChanged) {
					t.Errorf("size %d, replaced, second: %v", size, err)
				}
				gone := writer()
				if err := st.Remove(ctx, n); err != nil {
					t.Error(err)
				}
				if err := write(gone, "e"); !errors.Is(err, store.ErrChanged) {
					t.Errorf("size %d, removed: %v", size, err)
				}
			}
		})
	}
}
