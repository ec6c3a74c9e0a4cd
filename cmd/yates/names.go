package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/terminal"
)

// maxNames is the largest number of names in a list. It turns a wrong file into a
// message before it takes the machine's memory.
const maxNames = 1_000_000

// A nameList holds the names in some files, one a line.
type nameList struct {
	names  []string
	where  []string      // the line of each name
	inputs []fs.FileInfo // the regular files that they are in
}

// readNames reads the non-blank lines of files, without surrounding white space.
// Without files it reads standard input.
func readNames(cmd *cobra.Command, files []string, most int) (*nameList, error) {
	if slices.Contains(files, "") {
		return nil, badUsage("", "the name of a file is empty")
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	if slices.Contains(files, "-") && terminal.Of(cmd.InOrStdin()) != nil {
		say(cmd.ErrOrStderr(), "reading names from the terminal, up to Ctrl-D at the start of a line", "")
	}
	list := &nameList{inputs: regularFiles(files, cmd.InOrStdin())}
	for _, file := range files {
		if err := list.read(cmd.Context(), file, cmd.InOrStdin(), most); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (l *nameList) read(ctx context.Context, file string, stdin io.Reader, most int) error {
	lines, err := openLines(file, stdin, deals.MostName)
	if err != nil {
		return err
	}
	defer lines.Close()
	for {
		line, err := lines.Next(ctx)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case len(l.names) == most:
			return fmt.Errorf("%s exceeds the limit of %s names", lines.Where(), label.Number(int64(most)))
		}
		l.names = append(l.names, string(bytes.TrimSpace(line)))
		l.where = append(l.where, lines.Where())
	}
}

// repeated returns a clause about the first name that was in the list before, or "".
func (l *nameList) repeated() string {
	first := make(map[string]int, len(l.names))
	for i, name := range l.names {
		if other, twice := first[name]; twice {
			return fmt.Sprintf("%s is %s, and so is %s", l.where[i], label.Name(name), l.where[other])
		}
		first[name] = i
	}
	return ""
}

// find returns the number of a name, or an error that suggests a similar one.
func (l *nameList) find(name string) (int, error) {
	if i := slices.Index(l.names, name); i >= 0 {
		return i, nil
	}
	err := fmt.Errorf("%s is not in the list", label.Name(name))
	if near := nearest(l.names, name); near != "" {
		err = fmt.Errorf("%w; did you mean %s?", err, label.Name(near))
	}
	return 0, err
}

// nearest returns the name spelt most like name: one that begins with it, or differs in
// at most two letters. It returns "" if there is none.
func nearest(names []string, name string) string {
	found, most := "", min(2, (len([]rune(name))-1)/2)
	for _, other := range names {
		a, b := []rune(strings.ToLower(name)), []rune(strings.ToLower(other))
		if strings.HasPrefix(string(b), string(a)) {
			return other
		}
		if max(len(a), len(b))-min(len(a), len(b)) > most {
			continue
		}
		if d := distance(a, b); d <= most {
			found, most = other, d-1
		}
	}
	return found
}

// distance returns the number of letters to add, remove or replace to turn a into b.
// (Levenshtein 1965.)
func distance(a, b []rune) int {
	row := make([]int, len(b)+1) // row[j] is the distance from the letters of a so far to b[:j]
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			replaced := diagonal
			if x != y {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// A fileSet is a set of files that a command writes, all of them or none.
type fileSet struct {
	output.Set
	names []string
}

// outputVar adds the flag -o, whose default is standard output.
func outputVar(flags *pflag.FlagSet, p *string, usage string) {
	*p = output.Stdout
	flags.VarP(&fileName{name: p}, "output", "o", usage)
}

// newFileSet checks the names of the files.
func newFileSet(cmd *cobra.Command, names ...string) (*fileSet, error) {
	if err := distinct(names); err != nil {
		return nil, err
	}
	f := &fileSet{names: names, Set: output.Set{
		Stdout: cmd.OutOrStdout(), Stderr: cmd.ErrOrStderr(), Was: map[string]fs.FileInfo{},
		Options: output.Options{Compress: true},
	}}
	for _, name := range names {
		if output.Standard(name, f.Stdout, f.Stderr) != nil {
			continue
		}
		if info, err := os.Stat(name); err == nil {
			f.Was[name] = info
		}
		if err := checkOutput(name, output.Options{}, cmd.ErrOrStderr()); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// write writes the texts to the files. They are made from the list, so no file may
// replace an input that has changed.
func (f *fileSet) write(ctx context.Context, list *nameList, texts ...[]byte) error {
	defer f.Abort()
	f.Read = list.inputs
	for i, name := range f.names {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		to, err := f.Open(name)
		if err == nil {
			_, err = to[0].Write(texts[i])
		}
		if err != nil {
			return err
		}
	}
	return f.Place()
}
