package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
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
	r, end, err := openInput(name, stdin, false)
	if err != nil {
		return nil, err
	}
	name = inputName(name)
	return readLines(&textFile{name: name, end: end, text: bufio.NewReaderSize(r, chunkSize)}, "of "+label.Name(name), most, 0), nil
}

// A textFile reads a text without the mark that some systems put in front of texts.
// Its errors name the file.
type textFile struct {
	name  string
	end   func()
	text  *bufio.Reader
	begun bool
}

func (f *textFile) Read(b []byte) (n int, err error) {
	if !f.begun {
		f.begun = true
		f.skip("\ufeff")
	}
	n, err = f.text.Read(b)
	if err != nil && err != io.EOF {
		err = reading(f.name, err)
	}
	return n, err
}

// skip skips a mark at the front, and waits for no more than it needs to know it.
func (f *textFile) skip(mark string) {
	for i := range len(mark) {
		if b, err := f.text.Peek(i + 1); err != nil || b[i] != mark[i] {
			return
		}
	}
	f.text.Discard(len(mark))
}

func (f *textFile) Close() error {
	f.end()
	return nil
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
			return nil, fmt.Errorf("line %d %s is longer than %s", l.number+1, l.of, label.Size(float64(l.most)))
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
