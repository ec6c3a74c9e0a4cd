package deals

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

// Lines is a source of deals from a file or a program, one a line. Waiting for a line can be interrupted.
type Lines struct {
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

// ReadLines reads r ahead, and closes it if it is an io.Closer. It waits for each line
// until the timeout, if that is not 0.
func ReadLines(r io.Reader, of string, most int, timeout time.Duration) *Lines {
	l := &Lines{of: of, most: most, timeout: timeout, chunks: make(chan chunk, 4), quit: make(chan struct{})}
	go func() {
		defer close(l.chunks)
		if c, ok := r.(io.Closer); ok {
			defer c.Close() // only read, so the error does not matter
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

// ReadFile reads the lines of the file with the name ahead, and closes it.
func ReadFile(r io.ReadCloser, name string, most int) *Lines {
	return ReadLines(r, "of "+label.Name(name), most, 0)
}

// Next returns the next line that is not blank.
func (l *Lines) Next(ctx context.Context) ([]byte, error) {
	var late <-chan time.Time
	for searched := 0; ; {
		if i := bytes.IndexByte(l.pending[searched:], '\n'); i >= 0 {
			line := l.pending[:searched+i]
			l.pending = l.pending[searched+i+1:]
			if l.number++; l.number == 1 {
				line = bytes.TrimPrefix(line, []byte("\ufeff")) // which some systems put before texts
			}
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
			late = time.After(l.timeout)
		}
		select {
		case c := <-l.chunks:
			l.pending = append(l.pending, c.text...)
			l.err = c.err
		case <-late:
			return nil, fault(Late, "line %d %s has not come after %v", l.number+1, l.of, l.timeout)
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// MostNames is the largest number of names in a list. It turns a wrong file into a
// message before it takes the machine's memory.
const MostNames = 1_000_000

// Names calls do with the name in each further line, without the white space around it, and where it is. It is an
// error if there are more than most, which exceeds the limit.
func (l *Lines) Names(ctx context.Context, most int, limit string, do func(name, where string)) error {
	for n := 0; ; n++ {
		line, err := l.Next(ctx)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case n == most:
			return fmt.Errorf("%s exceeds the limit of %s", l.Where(), limit)
		}
		do(string(bytes.TrimSpace(line)), l.Where())
	}
}

// Where names the last line.
func (l *Lines) Where() string { return fmt.Sprint("line ", l.number, " ", l.of) }

// Close ends the reading. A read that nothing can end, as of a terminal, is left behind.
func (l *Lines) Close() {
	l.once.Do(func() {
		close(l.quit)
		if l.end != nil {
			l.end()
			for range l.chunks {
			}
		}
	})
}
