package records

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/internal/vfs/faultfs"
)

// put writes a file by an Output.
func put(name, text string) error {
	o, err := CreateOutput(name)
	if err != nil {
		return err
	}
	defer o.Abort()
	for _, b := range []string{text[:len(text)/2], text[len(text)/2:]} {
		if _, err := o.Write([]byte(b)); err != nil {
			return err
		}
	}
	return o.Commit()
}

func writeFile(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// checkFile checks a file's contents, and that nothing is left beside it.
func checkFile(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil || string(got) != want {
		t.Errorf("%s has %q instead of %q (%v)", name, got, want, err)
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".yates-") {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}

func TestOutput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	for _, text := range []string{"new\n", "replaced\n", ""} {
		if err := put(name, text); err != nil {
			t.Fatal(err)
		}
		checkFile(t, name, text)
	}
}

// TestOutputUntilCommit: until then the old file is there, and after Abort, too.
func TestOutputUntilCommit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	writeFile(t, name, "old\n")
	o, err := CreateOutput(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Write([]byte("new\n")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "old\n" {
		t.Errorf("%q, %v before Commit", got, err)
	}
	o.Abort()
	o.Abort()
	checkFile(t, name, "old\n")
}

func TestOutputRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	writeFile(t, file, "old\n")
	for _, c := range []struct {
		name, want string
		is         error
	}{
		{dir, "it is a directory", nil},
		{filepath.Join(dir, "missing", "out"), "", fs.ErrNotExist},
		{filepath.Join(file, "out"), "", nil},
		{"", "", fs.ErrNotExist},
	} {
		err := put(c.name, "new\n")
		if err == nil || !strings.HasPrefix(err.Error(), "writing "+c.name+": ") || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%q: %v", c.name, err)
		}
	}
	checkFile(t, file, "old\n")
}

// TestInPlace: the output may be an input, read by its name or as an open file.
func TestInPlace(t *testing.T) {
	const text = "a line that is long enough to be mapped, one\na line that is long enough to be mapped, two\nand three, which is also as long as need be\n"
	want := string(twin(testSeed, false, 0, []byte(text)))
	for _, open := range []bool{false, true} {
		name := filepath.Join(t.TempDir(), "deck")
		writeFile(t, name, text)
		source := File(name)
		if open {
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			source = Reader("standard input", f)
		}
		c, err := Collect(context.Background(), Options{Seed: &testSeed, Memory: 64 << 20}, source)
		if err != nil {
			t.Fatal(err)
		}
		o, err := CreateOutput(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Write(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if err := o.Commit(); err != nil {
			t.Fatal(err)
		}
		checkFile(t, name, want)
	}
}

// TestOutputCannotBeReplaced: the file is named, not the one beside it.
func TestOutputCannotBeReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	writeFile(t, name, "old\n")
	fsys := &faultfs.FS{Base: vfs.OS{}, Err: syscall.EBUSY, Only: []string{"rename"}}
	o, err := createOutput(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	err = o.Commit()
	if want := "writing " + name + ": " + syscall.EBUSY.Error(); fmt.Sprint(err) != want {
		t.Error(err)
	}
	if _, ok := errors.AsType[*MountError](err); !ok {
		t.Errorf("%T", err)
	}
	checkFile(t, name, "old\n")
}

// TestRemoveUnfinished: what has been committed or aborted is let alone.
func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	done, blocked := filepath.Join(dir, "done"), filepath.Join(dir, "blocked")
	writeFile(t, blocked, "old\n")
	if err := put(done, "new\n"); err != nil {
		t.Fatal(err)
	}
	o, err := CreateOutput(blocked)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Abort()
	if _, err := o.Write([]byte("new\n")); err != nil {
		t.Fatal(err)
	}
	RemoveUnfinished()
	checkFile(t, done, "new\n")
	checkFile(t, blocked, "old\n") // and nothing beside it
	if err := o.Commit(); err == nil {
		t.Error("what was removed is committed")
	}
	checkFile(t, blocked, "old\n")
}
