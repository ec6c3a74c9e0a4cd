package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Lines are deals that stand in a file or come from a program, one a line. What
// waits for more of them can be interrupted.
type lines struct {
	of      string // the file, in words
	most    int    // bytes of a line
	timeout time.Duration
	end     func() // ends what is read, so that the reading stops; nil if nothing can

	chunks  chan chunk
	quit    chan struct{}
	once    sync.Once
	pending []byte
	err     error // after pending
	number  int64
}

type chunk struct {
	text []byte
	err  error
}

const chunkSize = 64 << 10

// readLines reads r ahead, and closes it if it can be closed. For each line it waits
// until the timeout, if that is not 0.
func readLines(r io.Reader, of string, most int, timeout time.Duration) *lines {
	l := &lines{of: of, most: most, timeout: timeout, chunks: make(chan chunk, 4), quit: make(chan struct{})}
	go func() {
		defer close(l.chunks)
		if c, ok := r.(io.Closer); ok {
			defer c.Close() // it was only read
		}
		text := make([]byte, chunkSize)
		for {
			n, err := r.Read(text)
			select {
			case l.chunks <- chunk{bytes.Clone(text[:n]), err}:
			case <-l.quit:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return l
}

// openLines opens a file with deals, which may be compressed, or standard input (-).
func openLines(name string, stdin io.Reader, most int) (*lines, error) {
	if name == "-" {
		r := &fileReader{name: "standard input", raw: readerFunc(stdin.Read)}
		return readLines(r, "of standard input", most, 0), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, reading(name, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, reading(name, errors.New("it is a directory"))
	}
	return readLines(&fileReader{name: name, raw: f}, "of "+name, most, 0), nil
}

// A fileReader reads the text in a file, without compression and the mark that some
// systems put in front of texts. Its errors name the file.
type fileReader struct {
	name string
	raw  io.Reader
	text *bufio.Reader // nil before the first read, which others may have to wait for
}

func (f *fileReader) Read(b []byte) (n int, err error) {
	if f.text == nil {
		err = f.begin()
	}
	if err == nil {
		n, err = f.text.Read(b)
	}
	if err != nil && err != io.EOF {
		err = reading(f.name, err)
	}
	return n, err
}

// begin finds out how the text is compressed. What the name promises must hold.
func (f *fileReader) begin() (err error) {
	raw := bufio.NewReader(f.raw)
	named := strings.ToLower(filepath.Ext(f.name))
	var r io.Reader = raw
	switch {
	case named == ".gz" || startsWith(raw, "\x1f\x8b"):
		r, err = gzip.NewReader(raw)
	case named == ".zst" || startsWith(raw, "\x28\xb5\x2f\xfd"):
		r, err = zstd.NewReader(raw, zstd.WithDecoderConcurrency(1))
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	f.text = bufio.NewReaderSize(r, chunkSize)
	if mark := "\ufeff"; startsWith(f.text, mark) {
		f.text.Discard(len(mark))
	}
	return nil
}

// startsWith says what is to be read next, and waits for no more than it needs.
func startsWith(r *bufio.Reader, text string) bool {
	for i := range len(text) {
		if b, err := r.Peek(i + 1); err != nil || b[i] != text[i] {
			return false
		}
	}
	return true
}

func (f *fileReader) Close() error {
	if c, ok := f.raw.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// reading returns an error of a file that is read.
func reading(name string, err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		err = e.Err
	}
	return fmt.Errorf("reading %s: %w", name, err)
}

func (l *lines) next(ctx context.Context) ([]byte, error) {
	var late <-chan time.Time
	for searched := 0; ; {
		if i := bytes.IndexByte(l.pending[searched:], '\n'); i >= 0 {
			line := l.pending[:searched+i]
			l.pending = l.pending[searched+i+1:]
			l.number++
			if len(bytes.TrimSpace(line)) > 0 {
				return line, nil
			}
			searched = 0
			continue
		}
		searched = len(l.pending)
		switch {
		case searched > l.most:
			return nil, fmt.Errorf("line %d %s is longer than %s", l.number+1, l.of, sizeText(float64(l.most)))
		case l.err == io.EOF && searched > 0:
			l.pending = append(l.pending, '\n')
			continue
		case l.err != nil:
			return nil, l.err
		}
		if l.timeout > 0 && late == nil {
			timer := time.NewTimer(l.timeout)
			defer timer.Stop()
			late = timer.C
		}
		select {
		case c := <-l.chunks:
			l.pending = append(l.pending, c.text...)
			l.err = c.err
		case <-late:
			return nil, fmt.Errorf("line %d %s has not come after %v; see --timeout", l.number+1, l.of, l.timeout)
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

func (l *lines) where() string { return fmt.Sprint("line ", l.number, " ", l.of) }

// close ends the reading. A read of a file that nothing ends, as of a terminal, is
// left behind.
func (l *lines) close() {
	l.once.Do(func() {
		close(l.quit)
		if l.end != nil {
			l.end()
			for range l.chunks {
			}
		}
	})
}
