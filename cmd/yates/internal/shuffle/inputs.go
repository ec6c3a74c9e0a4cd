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

// namesIn returns the names of files in a file, each terminated by NUL. The name -
// means standard input.
func namesIn(file string, stdin io.Reader) (names []string, err error) {
	const longest, most = 64 << 10, 1_000_000 // bytes, and names: of what is no list of names
	in, err := infile.Open(file, stdin, true)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	lines := bufio.NewReaderSize(in, longest)
	for err == nil {
		var line []byte
		line, err = lines.ReadSlice(0)
		name := string(bytes.TrimSuffix(line, []byte{0}))
		switch {
		case err == io.EOF && len(line) == 0:
		case err == bufio.ErrBufferFull:
			const long = "name %d has more than %s bytes; each must end with NUL"
			err = fmt.Errorf(long, len(names)+1, label.Number(longest))
		case err != nil && err != io.EOF:
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
	if err == io.EOF && len(names) == 0 {
		err = errors.New("it names no files")
	}
	if err != io.EOF {
		return nil, infile.Error(infile.Name(file), err)
	}
	return names, nil
}
