package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// stores returns a store, and names in each kind of it.
func stores(t *testing.T) (*Store, *bucket, []Name) {
	b := &bucket{}
	st, inBucket := serve(t, b)
	file, err := Parse(filepath.Join(t.TempDir(), "folder", "key"))
	if err != nil {
		t.Fatal(err)
	}
	return st, b, []Name{file, inBucket}
}

// TestOneWins: of writers who saw the same version, or none, one writes and the others get
// ErrChanged; by Swap, Create and Writer, in one part and in several.
func TestOneWins(t *testing.T) {
	ctx := context.Background()
	st, b, names := stores(t)
	large := make([]byte, 17<<20)
	for _, name := range names {
		for round := range 12 {
			for k, way := range []string{"create", "swap", "writer", "large"} {
				if way == "large" && round > 0 {
					continue
				}
				n := name.Beside(fmt.Sprintf("%d-%s", round/2, way))
				tag := ""
				if info, err := st.Stat(ctx, n); err == nil {
					tag = info.Tag
				}
				if way == "create" && tag != "" {
					continue
				}
				const rivals = 4
				var ready, all sync.WaitGroup
				var won atomic.Int64
				ready.Add(rivals)
				for i := range rivals {
					data := fmt.Appendf(nil, "%d %d %d", round, k, i)
					all.Go(func() {
						var err error
						switch way {
						case "create":
							err = st.WriteAll(ctx, n, data, Options{Private: true, Exact: true})
						case "swap":
							err = st.WriteAll(ctx, n, data, Options{Exact: true, Tag: tag})
						default:
							_, err = st.Replace(ctx, n, Options{}, func(w io.Writer) error {
								ready.Done()
								ready.Wait() // all have seen the same version
								if way == "large" {
									w.Write(large)
								}
								_, err := w.Write(data)
								return err
							})
						}
						switch {
						case err == nil:
							won.Add(1 << 8 << i)
							won.Add(1)
						case !errors.Is(err, ErrChanged):
							t.Error(err)
						}
					})
				}
				all.Wait()
				got, err := st.ReadAll(ctx, n)
				which := won.Load() >> 8
				want := fmt.Sprintf("%d %d %d", round, k, map[int64]int{1: 0, 2: 1, 4: 2, 8: 3}[which])
				if won.Load()&255 != 1 || err != nil || !bytes.HasSuffix(got, []byte(want)) {
					t.Fatalf("%s: %d writers won, it is %.20q instead of %q, %v", n, won.Load()&255, got, want, err)
				}
			}
		}
	}
	left, err := st.List(ctx, names[0].Beside(""))
	if err != nil || len(left) != len(b.objects) || len(b.objects) != 6*3+1 {
		t.Errorf("%v is there, %v", left, err)
	}
}

// TestGuard: a guard that refuses leaves what was there, and nothing else. It is asked when
// all has been written.
func TestGuard(t *testing.T) {
	ctx := context.Background()
	st, b, names := stores(t)
	refused := errors.New("refused")
	for _, n := range names {
		for _, old := range []string{"", "old"} {
			if old != "" {
				if err := st.WriteAll(ctx, n, []byte(old), Options{Exact: true, Tag: ""}); err != nil {
					t.Fatal(err)
				}
			}
			asked := 0
			guard := func(context.Context) error { asked++; return refused }
			_, err := st.Replace(ctx, n, Options{Size: 17 << 20, Guard: guard}, func(w io.Writer) error {
				_, err := w.Write(make([]byte, 17<<20))
				if asked > 0 {
					t.Error("the guard was asked before the end")
				}
				return err
			})
			if !errors.Is(err, refused) || asked != 1 {
				t.Errorf("%v after %d questions", err, asked)
			}
			if got, err := st.ReadAll(ctx, n); string(got) != old || old == "" && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%q, %v", got, err)
			}
			if left, _ := st.List(ctx, n.Beside("")); n.bucket == inFiles && len(left) != len(old)/3 {
				t.Errorf("there is %v", left)
			}
		}
	}
	if len(b.uploads) > 0 {
		t.Errorf("%d uploads are left", len(b.uploads))
	}
}

// TestLostAnswer: a conditional write that succeeded, but whose answer was lost, is tried again
// and refused: whoever gets ErrChanged looks at what is there.
func TestLostAnswer(t *testing.T) {
	ctx := context.Background()
	b := &bucket{}
	st, n := serve(t, b)
	var lost atomic.Bool
	b.fault = func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		if r.Method != "PUT" || lost.Swap(true) {
			return false
		}
		busy(w, r) // and yet:
		b.mu.Lock()
		defer b.mu.Unlock()
		b.objects["key"] = []byte("new")
		return true
	}
	err := st.WriteAll(ctx, n, []byte("new"), Options{Private: true, Exact: true})
	if !errors.Is(err, ErrChanged) || string(b.objects["key"]) != "new" || b.asked.Load() != 2 {
		t.Errorf("%v after %d requests", err, b.asked.Load())
	}
}

// TestKept: a file that is replaced keeps its mode, one of a job is its owner's alone, and
// neither a file that may not be written nor a link or a folder is replaced.
func TestKept(t *testing.T) {
	ctx, dir, st := context.Background(), t.TempDir(), New()
	mode := func(n Name) fs.FileMode {
		info, err := os.Lstat(n.String())
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	replace := func(n Name) error {
		_, err := st.Replace(ctx, n, Options{}, func(w io.Writer) error { _, err := w.Write([]byte("new")); return err })
		return err
	}
	n, _ := Parse(filepath.Join(dir, "kept"))
	for _, m := range []fs.FileMode{0o640, 0o604, 0o777} {
		if err := errors.Join(os.WriteFile(n.String(), nil, m), os.Chmod(n.String(), m)); err != nil {
			t.Fatal(err)
		}
		if err := replace(n); err != nil || mode(n) != m {
			t.Errorf("%v, %v instead of %v", err, mode(n), m)
		}
	}
	if os.Geteuid() == 0 {
		if err := errors.Join(os.Chown(n.String(), 12, 34), replace(n)); err != nil {
			t.Error(err)
		}
		if info, _ := os.Stat(n.String()); !owned(info, 12, 34) {
			t.Error("it has another owner now")
		}
	}
	ours, _ := Parse(filepath.Join(dir, "work", "runs", "0"))
	for _, err := range []error{st.WriteAll(ctx, ours, nil, Options{Private: true}), st.WriteAll(ctx, ours, nil, Options{Private: true}), st.WriteAll(ctx, ours.Beside("1"), nil, Options{Private: true, Exact: true})} {
		if err != nil {
			t.Error(err)
		}
	}
	if mode(ours) != 0o600 || mode(ours.Beside("1")) != 0o600 || mode(ours.Beside("")) != fs.ModeDir|0o700 {
		t.Errorf("%v, %v, %v", mode(ours), mode(ours.Beside("1")), mode(ours.Beside("")))
	}
	if err := errors.Join(os.Symlink("kept", filepath.Join(dir, "link")), os.Chmod(n.String(), 0o444)); err != nil {
		t.Fatal(err)
	}
	refused := []string{"link", "work"}
	if os.Geteuid() != 0 {
		refused = append(refused, "kept")
	}
	for _, base := range refused {
		if err := replace(n.Beside(base)); err == nil {
			t.Errorf("%s was replaced", base)
		}
	}
}

// TestHidden: what is not complete has no name, or one that no pattern finds.
func TestHidden(t *testing.T) {
	ctx, dir, st := context.Background(), t.TempDir(), New()
	n, _ := Parse(filepath.Join(dir, "out-1"))
	failed := errors.New("failed")
	_, err := st.Replace(ctx, n, Options{}, func(w io.Writer) error {
		w.Write(make([]byte, 1<<20))
		if all, err := st.List(ctx, n.Beside("")); runtime.GOOS == "linux" && (err != nil || len(all) > 0) {
			t.Errorf("a writer that is killed leaves %v, %v", all, err)
		}
		left := filepath.Join(dir, ".yates-0123456789abcdef") // where the system has no files without a name
		if err := os.WriteFile(left, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, pattern := range []string{"*", "out-*", ".*", "**", ".out*", ".yates*"} {
			if found, err := st.Find(ctx, Pattern{Name: n.Beside(pattern)}); err == nil || len(found) > 0 {
				t.Errorf("%s: %v", pattern, found)
			}
		}
		return failed
	})
	if err != failed {
		t.Error(err)
	}
	if all, _ := os.ReadDir(dir); len(all) > 1 {
		t.Errorf("there is %v", all)
	}
}

// TestTag: a write returns the tag that Stat gives what was written, by whatever way.
func TestTag(t *testing.T) {
	ctx := context.Background()
	st, _, names := stores(t)
	for _, n := range names {
		for _, size := range []int{0, 1, 17 << 20} { // the last one has several parts
			for _, opt := range []Options{{}, {Private: true}, {Exact: true}} {
				tag, err := st.Replace(ctx, n, opt, func(w io.Writer) error { _, err := w.Write(make([]byte, size)); return err })
				info, e := st.Stat(ctx, n)
				if err != nil || e != nil || tag == "" || info != (Info{int64(size), tag}) {
					t.Errorf("%s: %+v instead of %q, %v, %v", n, info, tag, err, e)
				}
			}
		}
	}
}

// TestRivalTag: no write of a file returns the tag of what a rival puts in its place, by
// another file or into the same one.
func TestRivalTag(t *testing.T) {
	ctx, dir, st := context.Background(), t.TempDir(), New()
	n, _ := Parse(filepath.Join(dir, "out"))
	rivals := map[string]bool{}
	for _, rival := range []func() error{
		func() error {
			other := filepath.Join(dir, "other")
			if err := os.WriteFile(other, []byte("rival"), 0o666); err != nil {
				return err
			}
			return os.Rename(other, n.String())
		},
		func() error { return os.WriteFile(n.String(), []byte("rival"), 0o666) },
	} {
		var ended atomic.Bool
		var all sync.WaitGroup
		all.Go(func() {
			for !ended.Load() {
				if err := rival(); err != nil {
					t.Error(err)
					return
				}
				if info, err := st.Stat(ctx, n); err == nil {
					if b, err := st.ReadAll(ctx, n); err == nil && string(b) == "rival" {
						rivals[info.Tag] = true
					}
				}
			}
		})
		var ours []string
		for range 300 {
			tag, err := st.Write(ctx, n, Options{}, func(w io.Writer) error { _, err := w.Write([]byte("ours!")); return err })
			if err != nil {
				t.Error(err)
			}
			ours = append(ours, tag)
		}
		ended.Store(true)
		all.Wait()
		for _, tag := range ours {
			if rivals[tag] {
				t.Errorf("%q is the tag of the rival's %d", tag, len(rivals))
			}
		}
	}
}
