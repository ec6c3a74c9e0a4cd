package engine

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/records/failure"
)

// TestDecompressed: a source is decompressed by what it holds, if that is asked for,
// and errors name the file before anything is written.
func TestDecompressed(t *testing.T) {
	dir := t.TempDir()
	name, other := filepath.Join(dir, "a.gz"), filepath.Join(dir, "a")
	b := string(pack(packing.Gzip, []byte("a\n"), 9))
	writeFile(t, name, b)
	writeFile(t, other, b)
	raw := string(twin(testSeed, false, 0, []byte(b)))
	for i, c := range []struct {
		source Source
		want   string
	}{
		{Decompressed(RawFile(name)), "a\n"},
		{Decompressed(RawFile(other)), "a\n"},
		{Decompressed(Reader("r", strings.NewReader(b))), "a\n"},
		{RawFile(name), raw},
		{Reader(name, strings.NewReader(b)), raw},
	} {
		if got, _ := shuffled(t, Options{Seed: &testSeed}, c.source); string(got) != c.want {
			t.Errorf("source %d: %q instead of %q", i, got, c.want)
		}
	}
	writeFile(t, other, "\xfd7zXZ\x00 and more\n")
	for _, s := range []Source{Decompressed(RawFile(other)),
		Decompressed(Reader(other, strings.NewReader("\xfd7zXZ\x00")))} {
		err := Shuffle(t.Context(), io.Discard, Options{}, s)
		if e, ok := errors.AsType[*failure.UnreadableError](err); !ok || !strings.Contains(err.Error(), other) {
			t.Errorf("%v, %+v", err, e)
		}
	}
	writeFile(t, name, b[:len(b)-1])
	before := runtime.NumGoroutine()
	var out bytes.Buffer
	err := Shuffle(t.Context(), &out, Options{}, Reader("", strings.NewReader("line\n")), Decompressed(RawFile(name)))
	if err == nil || err.Error() != "reading "+name+": it ends too soon" || out.Len() > 0 {
		t.Errorf("%v, %d bytes written", err, out.Len())
	}
	waitGoroutines(t, before)
}
