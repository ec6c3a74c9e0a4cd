package shuffle

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/records/failure"
)

// namesIn returns the names of files in a file, each terminated by NUL. The name -
// means standard input.
func namesIn(file string, stdin io.Reader, memory int64) (names []string, err error) {
	const longest = 64 << 10 // bytes of a name: of what is no list of names
	in, err := infile.Open(file, stdin, true)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	list := bufio.NewScanner(in)
	list.Buffer(nil, longest+1)
	list.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, 0); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	need := int64(0)
	for list.Scan() && err == nil {
		names = append(names, list.Text())
		need += int64(len(list.Bytes())) + job.InputBytes
		switch {
		case len(list.Bytes()) == 0:
			err = fmt.Errorf("name %d is empty", len(names))
		case need > memory+job.Few:
			what := label.Plural(int64(len(names)), "input") + " or more"
			return nil, &failure.MemoryError{What: "work with " + what, Need: uint64(need), Allowed: uint64(memory)}
		}
	}
	switch {
	case err != nil:
	case errors.Is(list.Err(), bufio.ErrTooLong):
		err = fmt.Errorf("name %d has more than %s bytes; each must end with NUL", len(names)+1, label.Number(longest))
	case list.Err() != nil:
		return nil, list.Err()
	case len(names) == 0:
		err = errors.New("it names no files")
	case file == "-" && slices.Contains(names, "-"):
		err = errors.New("it cannot name itself")
	}
	if err != nil {
		err = infile.Error(infile.Name(file), err)
	}
	return names, err
}
