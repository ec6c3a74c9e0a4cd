package shuffle

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/label"
)

// namesIn returns the names of files in a file, each terminated by NUL. The name -
// means standard input.
func namesIn(file string, stdin io.Reader) (names []string, err error) {
	const longest, most = 64 << 10, 256 << 20 // bytes of a name and of all: of what is no list of names
	in, err := infile.Open(file, stdin, true)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, err
	}
	names = strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
	wrong := slices.IndexFunc(names, func(name string) bool { return name == "" || len(name) > longest })
	switch {
	case len(text) == 0:
		err = errors.New("it names no files")
	case wrong >= 0 && names[wrong] == "":
		err = fmt.Errorf("name %d is empty", wrong+1)
	case wrong >= 0:
		err = fmt.Errorf("name %d has more than %s bytes; each must end with NUL", wrong+1, label.Number(longest))
	case len(text) > most:
		err = fmt.Errorf("it has more than %s bytes", label.Number(most))
	case file == "-" && slices.Contains(names, "-"):
		err = errors.New("it cannot name itself")
	}
	if err != nil {
		err = infile.Error(infile.Name(file), err)
	}
	return names, err
}
