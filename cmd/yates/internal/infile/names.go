package infile

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/terminal"
)

// A List holds the names in some files, one a line.
type List struct {
	Names []string
	Where []string // the line of each name
}

// ReadList reads the non-blank lines of files, without surrounding white space.
// Without files it reads standard input.
func ReadList(ctx context.Context, ui *frame.UI, files []string) (*List, error) {
	if slices.Contains(files, "") {
		return nil, frame.BadUsage("", "the name of a file is empty")
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if slices.Contains(files, "-") && terminal.Of(ui.In) != nil {
		ui.Say("reading names from the terminal, up to Ctrl-D at the start of a line")
	}
	list := new(List)
	for _, file := range files {
		if err := list.read(ctx, file, ui.In); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (l *List) read(ctx context.Context, file string, stdin io.Reader) error {
	lines, err := Lines(file, stdin, deals.MostName)
	if err != nil {
		return err
	}
	defer lines.Close()
	add := func(name, where string) { l.Names, l.Where = append(l.Names, name), append(l.Where, where) }
	return lines.Names(ctx, deals.MostNames-len(l.Names), label.Plural(deals.MostNames, "name"), add)
}

// Repeated returns a clause about the first name that was in the list before, or "".
func (l *List) Repeated() string {
	first := make(map[string]int, len(l.Names))
	for i, name := range l.Names {
		if other, twice := first[name]; twice {
			return fmt.Sprintf("%s is %s, and so is %s", l.Where[i], label.Name(name), l.Where[other])
		}
		first[name] = i
	}
	return ""
}

// Find returns the number of a name, or an error that suggests a similar one.
func (l *List) Find(name string) (int, error) {
	if i := slices.Index(l.Names, name); i >= 0 {
		return i, nil
	}
	err := fmt.Errorf("%s is not in the list", label.Name(name))
	if near := frame.Nearest(l.Names, name); near != "" {
		err = fmt.Errorf("%w; did you mean %s?", err, label.Name(near))
	}
	return 0, err
}
