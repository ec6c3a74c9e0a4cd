package packing

import (
	"bufio"
	"io"

	"github.com/yates-shuffle/yates/records/failure"
)

// Plain reports whether [Open], or [OpenAny], would read r from an offset unchanged. The error is one of
// reading r; Open returns the reason if the contents are not text.
func Plain(name string, r io.ReaderAt, at int64, any bool) (bool, error) {
	head := make([]byte, SniffLen)
	n, err := r.ReadAt(head, at)
	if err != nil && err != io.EOF {
		return false, err
	}
	kind, err := Sniff(head[:n])
	return (err == nil || any) && kind == None && Named(name) == None, nil
}

// Open returns a reader of the contents of r, a file with the name. It decompresses
// contents that begin like gzip or zstd, whatever the name is, and reads others unchanged.
// Read returns an [*failure.UnreadableError] for contents that [Sniff] does not accept, plain or
// compressed, and for contents that are compressed twice. If the name ends in .gz or .zst
// and the contents begin otherwise, it returns a [*failure.NotPackedError]. Its other errors, and
// window, are those of [NewReader].
//
// Nothing is read before the first Read, which waits only for the bytes that rule out the
// other kinds; the first lines of a text are enough. Close frees the memory, and does not
// close r. The reader is not safe for concurrent use.
func Open(name string, r io.Reader, window int64) io.ReadCloser {
	return &contents{name: name, in: r, window: window}
}

// OpenAny is Open for contents that need be no text: what is not compressed is read unchanged.
func OpenAny(name string, r io.Reader, window int64) io.ReadCloser {
	return &contents{name: name, in: r, window: window, any: true}
}

type contents struct {
	name   string
	in     io.Reader
	window int64
	any    bool

	text   *bufio.Reader // nil before the first Read
	unpack *Reader       // nil: it is not compressed
	err    error         // of the first bytes
}

func (c *contents) Read(p []byte) (int, error) {
	if c.text == nil {
		c.err = c.begin()
	}
	if c.err != nil {
		return 0, c.err
	}
	return c.text.Read(p)
}

func (c *contents) begin() error {
	f, err := c.look(c.in)
	if err != nil {
		return err
	}
	kind := Named(c.name)
	switch {
	case f != nil && f.kind == None && isWorkbook(c.name):
		return &failure.UnreadableError{What: "a workbook of a spreadsheet program, which can save it as CSV"}
	case f != nil && f.kind == None:
		return f.unreadable()
	case f != nil:
		kind = f.kind
	}
	if kind == None {
		return nil
	}
	c.unpack = NewReader(kind, c.text, c.window)
	f, err = c.look(c.unpack)
	if f == nil {
		return err
	}
	u := &failure.UnreadableError{What: f.what + " in a " + kind.String() + " file", Command: kind.String() + " -dc",
		Holds: f.holds}
	if f.twice {
		u.Command = f.command
	}
	return u
}

// look goes on with what r holds. It returns the form of that, or nil.
func (c *contents) look(r io.Reader) (*form, error) {
	c.text = bufio.NewReaderSize(&input{r: r}, SniffLen)
	for n := 1; ; {
		_, err := c.text.Peek(n)
		if err == io.ErrNoProgress {
			return nil, err
		}
		head, _ := c.text.Peek(c.text.Buffered())
		if f, open := find(head); !open || err != nil { // io.EOF, for example, or there is no room for more
			if c.any && f != nil && f.kind == None {
				f = nil
			}
			return f, nil
		}
		n = len(head) + 1
	}
}

func (c *contents) Close() error {
	if c.unpack != nil {
		return c.unpack.Close()
	}
	return nil
}
