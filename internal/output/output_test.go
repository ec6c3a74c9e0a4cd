package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// A stub fails as it is told to, and keeps what it is given.
type stub struct {
	write, close error
	given        string
}

func (s *stub) Write(p []byte) (int, error) {
	s.given += string(p)
	return len(p), s.write
}

func (s *stub) Close() error { return s.close }

// The first error of writing counts, wherever it was, and nothing is written after it.
func TestFirstErrorIsKept(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no room")}
	for _, test := range []struct {
		to     stub
		names  bool
		want   string // of the error
		broken bool
	}{
		{stub{}, false, "<nil>", false},
		{stub{write: full}, false, "writing to standard output: no room", false},
		{stub{close: full}, false, "writing to standard output: no room", false},
		{stub{write: full}, true, "write /dev/stdout: no room", false},
		{stub{write: syscall.EPIPE, close: full}, true, syscall.EPIPE.Error(), true},
	} {
		w := &Writer{W: &test.to, NamesItself: test.names}
		fmt.Fprint(w, "a")
		fmt.Fprint(w, "b")
		err := w.Close()
		given := "ab"
		if test.to.write != nil {
			given = "a"
		}
		if fmt.Sprint(err) != test.want || test.to.given != given {
			t.Errorf("%+v: %v", test, err)
		}
		if e, ok := errors.AsType[*Error](err); ok != (err != nil) ||
			ok && e.BrokenPipe() != test.broken {
			t.Errorf("%+v: %#v", test, err)
		}
	}
}

// newSet returns a set whose files are made in the working folder.
func newSet(stdout io.Writer, how Options) *Set {
	return &Set{Stdout: stdout, Stderr: io.Discard, Options: how}
}

// read returns the contents of a file, or "none".
func read(name string) string {
	text, err := os.ReadFile(name)
	if err != nil {
		return "none"
	}
	return string(text)
}

// Files come to their places together, when all have been written.
func TestPlacedTogether(t *testing.T) {
	t.Chdir(t.TempDir())
	var stdout bytes.Buffer
	s := newSet(&stdout, Options{})
	defer s.Abort()
	for _, name := range []string{"a", "b", "c", Stdout} {
		to, err := s.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(to, name)
	}
	if found, _ := filepath.Glob("[abc]"); len(found) > 0 {
		t.Errorf("%q are there too early", found)
	}
	if err := s.Place(); err != nil {
		t.Fatal(err)
	}
	if got := read("a") + read("b") + read("c") + stdout.String(); got != "abc"+Stdout {
		t.Errorf("has %q", got)
	}
}

// What fails leaves the old file, or tells that it is lost.
func TestFailedWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	failure := errors.New("bad luck")
	for _, test := range []struct {
		overwrite bool
		torn      string
		left      string
	}{{false, "", "old"}, {true, "f", "new"}} {
		if err := os.WriteFile("f", []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		s := newSet(nil, Options{Overwrite: test.overwrite})
		err := s.Write("f", func(w io.Writer) error {
			fmt.Fprint(w, "new")
			return failure
		})
		if torn := strings.Join(s.Abort(), " "); err != failure || torn != test.torn || read("f") != test.left {
			t.Errorf("%+v: %v, torn %q, has %q", test, err, torn, read("f"))
		}
	}
}

// Of two sets of the same names, which are placed at the same time, one wins entirely, and nothing
// else stays.
func TestRivalSets(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such locks")
	}
	t.Chdir(t.TempDir())
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprint(i))
	}
	for round := range 24 {
		var rivals sync.WaitGroup
		ready := make(chan bool)
		for rival := range 3 {
			rivals.Go(func() {
				s := newSet(nil, Options{})
				defer s.Abort()
				for _, name := range names {
					to, err := s.Open(name)
					if err != nil {
						t.Error(err)
						break
					}
					fmt.Fprint(to, rival)
				}
				<-ready
				if err := s.Place(); err != nil {
					t.Error(err)
				}
			})
		}
		close(ready)
		rivals.Wait()
		for _, name := range names {
			if got := read(name); got != read(names[0]) {
				t.Fatalf("round %d: %s has %q, and %s %q", round, names[0], read(names[0]), name, got)
			}
		}
		if left, _ := filepath.Glob(".*"); len(left) > 0 {
			t.Fatalf("round %d: %q stay", round, left)
		}
		if round%2 == 0 { // half of them begin without files
			for _, name := range names {
				os.Remove(name)
			}
		}
	}
}
