//go:build unix

package dest

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/output"
)

// Whether lines and progress may come to the same screen.
func TestToFiles(t *testing.T) {
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	name, fresh := file.Name(), filepath.Join(dir, "new")
	for _, test := range []struct {
		names  []string
		stdout io.Writer
		want   bool
	}{
		{[]string{output.Stdout}, &output.Writer{W: file}, true},
		{[]string{output.Stdout}, &output.Writer{W: w}, false},
		{[]string{output.Stdout}, &output.Writer{W: null}, false},
		{[]string{output.Stdout}, &output.Writer{W: new(strings.Builder)}, false},
		{[]string{output.Stdout}, new(strings.Builder), false},
		{[]string{name}, w, true},
		{[]string{fresh, name}, w, true},
		{[]string{fresh, os.DevNull}, w, false},
		{[]string{"/dev/stdout"}, w, false},
		{[]string{"/dev/stdout", fresh}, file, true},
	} {
		if got := ToFiles(test.names, test.stdout, nil); got != test.want {
			t.Errorf("%q, %T: %v", test.names, test.stdout, got)
		}
	}
}
