// Package dest checks, opens and places the outputs that a command was told to write.
package dest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// A Set is a set of files that a command writes, all of them or none.
type Set struct {
	output.Set
	Names []string
	ui    *frame.UI
}

// Var adds the flag -o, whose default is standard output.
func Var(flags *pflag.FlagSet, p *string, usage string) {
	*p = output.Stdout
	frame.FileVar(flags, p, "output", "o", usage)
}

// New returns the set of the named files, which are made in this way, and checks that they can be created.
func New(ui *frame.UI, how output.Options, names ...string) (*Set, error) {
	f := &Set{Set: output.Set{Stdout: ui.Out, Stderr: ui.Err, Was: map[string]fs.FileInfo{}, Options: how}, ui: ui}
	return f, f.Add(names...)
}

// Add makes the named files those of the set, which may have had some of them.
func (f *Set) Add(names ...string) error {
	if err := Distinct(names); err != nil {
		return err
	}
	f.Names = names
	for _, name := range names {
		if f.Was[name] != nil || output.Standard(name, f.Stdout, f.Stderr) != nil {
			continue
		}
		if info, err := os.Stat(name); err == nil {
			f.Was[name] = info
		}
		if err := Check(f.ui, name, f.Options); err != nil {
			return err
		}
	}
	return nil
}

// End aborts the files that have not been placed, and says what was lost.
func (f *Set) End() {
	for _, name := range f.Abort() {
		f.ui.Say(output.TornText(name))
	}
}

// ToFiles reports whether all named outputs are regular files, or will be.
func ToFiles(names []string, stdout, stderr io.Writer) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		w := output.Standard(name, stdout, stderr)
		if w == nil {
			info, err := os.Stat(name)
			return err == nil && !info.Mode().IsRegular()
		}
		f, ok := w.(interface{ Stat() (fs.FileInfo, error) })
		if !ok {
			return true
		}
		info, err := f.Stat()
		return err != nil || !info.Mode().IsRegular()
	})
}

// WriteTexts writes the texts to the files.
func (f *Set) WriteTexts(ctx context.Context, texts ...[]byte) error {
	defer f.Abort()
	for i, name := range f.Names {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		to, err := f.Open(name)
		if err == nil {
			_, err = to.Write(texts[i])
		}
		if err != nil {
			return err
		}
	}
	return f.Place()
}

// Check returns the error of an output that cannot be created, before anything is
// read. It warns if the output cannot keep its owner.
func Check(ui *frame.UI, name string, how output.Options) error {
	if name == "" {
		return frame.BadUsage("", "the name of the output is empty")
	}
	if strings.HasPrefix(name, "-") {
		return frame.BadUsage("", "%s is no output: a variable may be empty, or a FILE be missing; ./ before it makes "+
			"it a file", label.Name(name))
	}
	if kind := packing.Foreign(name); kind != "" && kind != how.Kind {
		return frame.BadUsage("", "cannot write %s: %s is not supported, only .gz and .zst; pipe the output to "+
			"another program", label.Name(name), kind)
	}
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		ui.Say(label.Name(name) + " is a pipe, which waits until something reads it")
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("writing %s: %w", label.Name(name), vfs.ErrDirectory)
	} else if err == nil && !info.Mode().IsRegular() {
		return nil // opening a pipe would affect its reader
	}
	dir := filepath.Dir(name)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("writing %s: there is no directory %s", label.Name(name), label.Name(dir))
		return &frame.Problem{Err: err, Remedy: "mkdir -p " + quote.Words(dir)}
	}
	if _, err := os.Lstat(name); how.New && err == nil { // a link to nothing
		return &output.Error{Err: fmt.Errorf("writing %s: %w", label.Name(name), fs.ErrExist)}
	}
	out, err := output.Create(name, how)
	if err != nil {
		return &output.Error{Err: err}
	}
	out.Abort()
	if out.NewOwner() {
		ui.Say(label.Name(name) + " will be yours: only root can keep its owner")
	}
	return nil
}

// Distinct rejects two names of the same file, as one output would replace the other.
func Distinct(names []string) error {
	seen := map[string]string{}
	for _, name := range names {
		if name == "" {
			continue // rejected later
		}
		file := target(name)
		if other, ok := seen[file]; ok {
			if other == name {
				return frame.BadUsage("", "%s cannot be two files at once", label.Name(name))
			}
			return frame.BadUsage("", "%s and %s are the same file", label.Name(other), label.Name(name))
		}
		seen[file] = name
	}
	return nil
}

// target returns the same name for all names of a file that would be replaced, as far
// as can be known before the file exists.
func target(name string) string {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return name
	}
	file, err := vfs.Target(name)
	if err == nil {
		file, err = filepath.Abs(file)
	}
	if err == nil {
		file, err = vfs.Target(file) // the way to the working folder may have links
	}
	if err != nil {
		return name // creating it fails, too
	}
	return file
}
