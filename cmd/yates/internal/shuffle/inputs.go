package shuffle

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/label"
)

// A joined reads files one after the other, and adds a missing sep to the end
// of each. Its errors name the file.
type joined struct {
	names   []string // of those to come
	stdin   io.Reader
	raw     bool
	sep     byte
	name    string
	current io.Reader // nil before the next is opened
	end     func()    // of current
	last    byte      // that was read
}

// open opens the next file.
func (j *joined) open() (err error) {
	j.name, j.names = j.names[0], j.names[1:]
	j.current, j.end, err = infile.Open(j.name, j.stdin, j.raw)
	return err
}

func (j *joined) close() {
	if j.current != nil {
		j.end()
	}
	j.current = nil
}

// Read reads some bytes.
func (j *joined) Read(p []byte) (int, error) {
	for len(p) > 0 {
		if j.current == nil {
			if len(j.names) == 0 {
				return 0, io.EOF
			}
			if err := j.open(); err != nil {
				return 0, err
			}
		}
		n, err := j.current.Read(p)
		switch {
		case n > 0: // the next read repeats an error
			j.last = p[n-1]
			return n, nil
		case err == nil:
			return 0, nil
		case err != io.EOF:
			return 0, infile.Error(infile.Name(j.name), err)
		}
		j.close()
		if j.last != j.sep {
			j.last, p[0] = j.sep, j.sep
			return 1, nil
		}
	}
	return 0, nil
}

// namesIn returns the names of files in a file, each terminated by NUL. The name -
// means standard input.
func namesIn(file string, stdin io.Reader) (names []string, err error) {
	const longest, most = 64 << 10, 1_000_000 // bytes, and names: of what is no list of names
	r, end, err := infile.Open(file, stdin, true)
	if err != nil {
		return nil, err
	}
	defer end()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longest)
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, 0); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	for lines.Scan() && err == nil {
		switch name := lines.Text(); {
		case name == "":
			err = fmt.Errorf("name %d is empty", len(names)+1)
		case name == "-" && file == "-":
			err = errors.New("it cannot name itself")
		case len(names) == most:
			err = fmt.Errorf("it has more than %s names", label.Number(most))
		default:
			names = append(names, name)
		}
	}
	switch {
	case err != nil:
	case lines.Err() == bufio.ErrTooLong:
		err = fmt.Errorf("name %d has more than %s bytes; each must end with NUL", len(names)+1, label.Number(longest))
	case lines.Err() != nil:
		err = lines.Err()
	case len(names) == 0:
		err = errors.New("it names no files")
	}
	if err != nil {
		return nil, infile.Error(infile.Name(file), err)
	}
	return names, nil
}
