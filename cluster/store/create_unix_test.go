//go:build unix

package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
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

// TestOneWins: of writers of the same object, one creates it and the others get fs.ErrExist, in one part and in
// several.
func TestOneWins(t *testing.T) {
	ctx := context.Background()
	st, b, names := stores(t)
	for _, name := range names {
		for round := range 12 {
			n := name.Beside(fmt.Sprint(round))
			const rivals = 4
			var ready, all sync.WaitGroup
			var won atomic.Int64
			ready.Add(rivals)
			for i := range rivals {
				all.Go(func() {
					err := st.Create(ctx, n, 0, func(w io.Writer) error {
						ready.Done()
						ready.Wait() // nobody has written yet
						_, err := w.Write(append(make([]byte, round/11*17<<20), byte(i)))
						return err
					})
					switch {
					case err == nil:
						won.Add(1 << 8 << i)
						won.Add(1)
					case !errors.Is(err, fs.ErrExist):
						t.Error(err)
					}
				})
			}
			all.Wait()
			got, err := st.ReadAll(ctx, n)
			if won.Load()&255 != 1 || err != nil || won.Load()>>8 != 1<<got[len(got)-1] {
				t.Fatalf("%s: %x won, %d bytes, %v", n, won.Load(), len(got), err)
			}
		}
	}
	left, err := st.List(ctx, names[0].Beside(""), "", "")
	if err != nil || len(left) != len(b.objects) || len(b.objects) != 12 {
		t.Errorf("%v is there, %v", left, err)
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
	err := st.CreateAll(ctx, n, []byte("new"))
	if !errors.Is(err, fs.ErrExist) || string(b.objects["key"]) != "new" || b.asked.Load() != 2 {
		t.Errorf("%v after %d requests", err, b.asked.Load())
	}
}

// TestHidden: what is not complete has no name, or one that no pattern finds.
func TestHidden(t *testing.T) {
	ctx, dir, st := context.Background(), t.TempDir(), New()
	n, _ := Parse(filepath.Join(dir, "out-1"))
	failed := errors.New("failed")
	err := st.Create(ctx, n, 0, func(w io.Writer) error {
		w.Write(make([]byte, 1<<20))
		if all, err := st.List(ctx, n.Beside(""), "", ""); runtime.GOOS == "linux" && (err != nil || len(all) > 0) {
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

// TestDamagedPut: a body that was damaged on the way to S3 is sent again, and neither the region nor the
// credentials are blamed.
func TestDamagedPut(t *testing.T) {
	for code, message := range map[string]string{
		"BadDigest": "The Content-MD5 you specified did not match what we received.", "XAmzContentSHA256Mismatch": "",
		"XAmzContentChecksumMismatch": "", "InvalidRequest": "Value for x-amz-checksum-crc32 header is invalid.",
	} {
		for _, times := range []int64{1, attempts} {
			b := &bucket{}
			b.fault = sometimes(times, "PUT", func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				w.WriteHeader(http.StatusBadRequest)
				fmt.Fprintf(w, "<Error><Code>%s</Code><Message>%s</Message></Error>", code, message)
			})
			st, n := serve(t, b)
			err := st.CreateAll(context.Background(), n, []byte("text"))
			if times == 1 && (err != nil || string(b.objects["key"]) != "text") {
				t.Errorf("%s: %v", code, err)
			}
			if times > 1 && (err == nil || strings.Contains(err.Error(), "credentials") || !strings.Contains(err.Error(), code)) {
				t.Errorf("%s: %v", code, err)
			}
		}
	}
}

// TestPrivate: what others can have written is not read and not written beside; a link is not followed.
func TestPrivate(t *testing.T) {
	ctx, st := context.Background(), New()
	for what, harm := range map[string]func(dir, name string) error{
		"nothing":            func(dir, name string) error { return nil },
		"a mode of the file": func(dir, name string) error { return os.Chmod(name, 0o620) },
		"it can be read":     func(dir, name string) error { return os.Chmod(name, 0o604) },
		"a second name":      func(dir, name string) error { return os.Link(name, name+"2") },
		"a link": func(dir, name string) error {
			return errors.Join(os.Rename(name, name+"2"), os.Symlink(name+"2", name))
		},
		"a pipe":             func(dir, name string) error { return errors.Join(os.Remove(name), syscall.Mkfifo(name, 0o600)) },
		"the folder's mode":  func(dir, name string) error { return os.Chmod(dir, 0o770) },
		"a linked folder":    func(dir, name string) error { return errors.Join(os.Rename(dir, dir+"2"), os.Symlink(dir+"2", dir)) },
		"another owner":      func(dir, name string) error { return os.Chown(name, 12, 34) },
		"the folder's owner": func(dir, name string) error { return os.Chown(dir, 12, 34) },
	} {
		dir := filepath.Join(t.TempDir(), "work")
		n, _ := Parse(filepath.Join(dir, "key"))
		n = n.Private()
		if err := st.CreateAll(ctx, n, []byte("text")); err != nil {
			t.Fatal(err)
		}
		if err := harm(dir, n.String()); err != nil {
			if os.Geteuid() != 0 && errors.Is(err, fs.ErrPermission) {
				continue
			}
			t.Fatal(err)
		}
		got, err := st.ReadAll(ctx, n)
		if what == "nothing" {
			if err != nil || string(got) != "text" {
				t.Errorf("%q, %v", got, err)
			}
		} else if !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %q, %v", what, got, err)
		}
		if err := st.CreateAll(ctx, n.Beside("other"), nil); errors.Is(err, ErrForeign) != strings.Contains(what, "folder") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
