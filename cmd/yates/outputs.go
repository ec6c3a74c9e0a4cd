package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records"
)

// to calls write with the output, which is open only then. A file is put in its
// place if write succeeds.
func (s *shuffle) to(write func(io.Writer) error) error {
	s.settle(s.outputs[:min(len(s.outputs), 1)])
	if len(s.outputs) == 0 {
		return write(s.cmd.OutOrStdout())
	}
	if w := standard(s.outputs[0], s.cmd); w != nil {
		return write(w)
	}
	out, err := s.create(s.outputs[0], 1)
	if err != nil {
		return err
	}
	defer s.giveUp(out)
	if err := write(&output.Writer{W: out, NamesItself: true}); err != nil {
		return err
	}
	return place(out)
}

// settle ends the progress before lines come that may be for the same terminal.
func (s *shuffle) settle(names []string) {
	if s.show == progress.Auto && !s.toFiles(names) {
		s.shown.Stop()
	}
}

// toFiles says whether all outputs are regular files, or will be. Their names are
// given; without any it is standard output.
func (s *shuffle) toFiles(outputs []string) bool {
	if len(outputs) == 0 {
		outputs = []string{"/dev/stdout"}
	}
	for _, name := range outputs {
		info, err := os.Stat(name)
		if w := standard(name, s.cmd); w != nil {
			f, ok := w.(interface{ Stat() (fs.FileInfo, error) })
			if !ok {
				return false
			}
			if info, err = f.Stat(); err != nil {
				return false
			}
		}
		if err == nil && !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// giveUp ends outputs that have not been placed, and tells of what has been lost.
func (s *shuffle) giveUp(outputs ...*records.Output) {
	for _, out := range outputs {
		if out.Torn() {
			say(s.cmd.ErrOrStderr(), label.Name(out.Name())+" has been written over in part: the old lines are lost, and not all of the new ones are there", "")
		}
		out.Abort()
	}
}

// place puts outputs in their places.
func place(outputs ...*records.Output) error {
	if err := records.Commit(outputs...); err != nil {
		return &output.Error{Err: err}
	}
	return nil
}

// create makes one of n outputs that are written at the same time.
func (s *shuffle) create(name string, n int) (*records.Output, error) {
	out, err := records.CreateCompressed(name, n, records.Options{Memory: int64(s.memory), Workers: s.workers}, s.how)
	if err == nil {
		if err = out.Guard(s.was[name], s.read); err != nil {
			out.Abort()
		}
	}
	if err != nil {
		return nil, &output.Error{Err: err}
	}
	return out, nil
}

// checkOutput tells of an output that can't be made while nothing has been read yet,
// and of an owner that it cannot keep.
func checkOutput(name string, how records.OutputOptions, stderr io.Writer) error {
	if name == "" {
		return badUsage("", "the name of the output is empty")
	}
	if kind := packing.Foreign(name); kind != "" {
		return badUsage("", "cannot write %s: %s is not supported, only .gz and .zst; pipe the output to another program", label.Name(name), kind)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("writing %s: it is a directory", label.Name(name))
	}
	if dir := filepath.Dir(name); dir != "." {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("writing %s: there is no directory %s", label.Name(name), label.Name(dir))
		}
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil // to open a pipe is an event at its other end
	}
	out, err := records.CreateOutput(name, how)
	if err != nil {
		return &output.Error{Err: err}
	}
	out.Abort()
	if out.NewOwner() {
		say(stderr, fmt.Sprintf("%s will be yours: only root can keep its owner; --overwrite keeps it, but an error then damages the file", label.Name(name)), "")
	}
	return nil
}

// distinct tells of two names that mean the same file, one of which would replace
// the other.
func distinct(names []string) error {
	seen := map[string]string{}
	for _, name := range names {
		if name == "" {
			continue // which is refused later
		}
		file := target(name)
		if other, ok := seen[file]; ok {
			if other == name {
				return badUsage("", "two outputs have the name %s", label.Name(name))
			}
			return badUsage("", "the outputs %s and %s are the same file", label.Name(other), label.Name(name))
		}
		seen[file] = name
	}
	return nil
}

// target returns one name for all those of a file that would be replaced, as far
// as that can be told before it is made.
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
		return name // to make it fails, too
	}
	return file
}

// standard returns the stream that a name such as /dev/stdout means, or nil.
// Such names lead to whatever file the stream was opened with, but to replace
// that file, or to write from its start, is not what people mean by them.
func standard(name string, cmd interface {
	OutOrStdout() io.Writer
	ErrOrStderr() io.Writer
}) io.Writer {
	switch name {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return cmd.OutOrStdout()
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return cmd.ErrOrStderr()
	}
	return nil
}
