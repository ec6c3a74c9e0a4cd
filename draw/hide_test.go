package draw

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestHide(t *testing.T) {
	key := secretOf("key")
	var hidden, salts bytes.Buffer
	h, err := Hide(key, strings.NewReader(strings.TrimSuffix(names, "\n")), &hidden, &salts)
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := ReadEntries(bytes.NewReader(hidden.Bytes()), nil); err != nil || entries != h.Entries ||
		entries.Count != 8 {
		t.Errorf("got %+v, %v, want %+v", entries, err, h.Entries)
	}
	if l, err := Check(bytes.NewReader(hidden.Bytes()), nil); err != nil || l.Err() != nil {
		t.Errorf("the hidden list: %v, %v", l, err)
	}
	if want := fmt.Sprintf("1\t%s\tAda Lovelace\n2\t", h.salt(1)); !strings.HasPrefix(salts.String(), want) {
		t.Errorf("the salts are %.200q, not %q", salts.String(), want)
	}
	again, err := ParseHiding(h.Text())
	if err != nil || !reflect.DeepEqual(again, h) {
		t.Errorf("got %+v, %v, want %+v", again, err, h)
	}
	text := string(h.Text())
	for _, c := range []struct{ old, new, want string }{
		{"hiding 1", "hiding 2", "line 1: must be"},
		{"key ", "key  ", "line 2: "},
		{"entries 8", "entries 08", "line 3: "},
		{"sha256 ", "sha256 0", "line 4: "},
		{text, text + "\n", "line 5: has no place here"},
		{text, strings.Repeat(text, 10), "longer than 1024 bytes"},
	} {
		if _, err := ParseHiding([]byte(strings.Replace(text, c.old, c.new, 1))); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}

	broken := errors.New("broken")
	if _, err := Hide(key, iotest.ErrReader(broken), &hidden, io.Discard); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if _, err := Hide(key, strings.NewReader(strings.Repeat(names, 100)), failingWriter{broken}, io.Discard); !errors.Is(err,
		broken) {
		t.Errorf("got %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func FuzzParseHiding(f *testing.F) {
	f.Add((&Hiding{Key: secretOf("key"), Entries: Entries{8, Sum{1}}}).Text())
	f.Fuzz(func(t *testing.T, text []byte) {
		if h, err := ParseHiding(text); err == nil && !bytes.Equal(h.Text(), text) {
			t.Errorf("%q is read, and %q is written", text, h.Text())
		}
	})
}
