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
)

// to calls write with the output, which is open only during the call. A file is put in
// its place if write succeeds, or later if several are placed together.
func (s *shuffle) to(write func(io.Writer) error) error {
	name := output.Stdout
	if len(s.outputs) > 0 {
		name = s.outputs[0]
	}
	s.settle([]string{name})
	if s.together != nil {
		s.together.Was, s.together.Read = s.was, s.read
		to, err := s.together.Open(name)
		if err != nil {
			return err
		}
		return write(to[0])
	}
	set := s.set()
	defer s.giveUp(set)
	return set.Write(name, write)
}

// set returns the outputs, none of which is open.
func (s *shuffle) set() *output.Set {
	return &output.Set{Stdout: s.cmd.OutOrStdout(), Stderr: s.cmd.ErrOrStderr(), Options: s.outputOptions(), Was: s.was, Read: s.read}
}

// outputOptions returns how the files are made.
func (s *shuffle) outputOptions() output.Options {
	how := s.how
	how.Compress, how.Memory, how.Workers = true, int64(s.memory), s.workers
	return how
}

// giveUp aborts outputs that have not been placed, and reports what was lost.
func (s *shuffle) giveUp(set *output.Set) {
	for _, name := range set.Abort() {
		say(s.cmd.ErrOrStderr(), label.Name(name)+" is partly overwritten: the old lines are lost, and some of the new ones are missing", "")
	}
}

// settle ends the progress before output that may go to the same terminal.
func (s *shuffle) settle(names []string) {
	if s.show == progress.Auto && !s.toFiles(names) {
		s.shown.Stop()
	}
}

// toFiles reports whether all outputs are regular files, or will be.
func (s *shuffle) toFiles(outputs []string) bool {
	for _, name := range outputs {
		info, err := os.Stat(name)
		if w := output.Standard(name, s.cmd.OutOrStdout(), s.cmd.ErrOrStderr()); w != nil {
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

// checkOutput returns the error of an output that cannot be created, before anything is
// read. It warns if the output cannot keep its owner.
func checkOutput(name string, how output.Options, stderr io.Writer) error {
	if name == "" {
		return badUsage("", "the name of the output is empty")
	}
	if kind := packing.Foreign(name); kind != "" {
		return badUsage("", "%w", &foreignError{name, kind})
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
		return nil // opening a pipe would affect its reader
	}
	out, err := output.Create(name, how)
	if err != nil {
		return &output.Error{Err: err}
	}
	out.Abort()
	if out.NewOwner() {
		say(stderr, fmt.Sprintf("%s will be yours: only root can keep its owner; --overwrite keeps it, but an error then damages the file", label.Name(name)), "")
	}
	return nil
}

// distinct rejects two names of the same file, as one output would replace the other.
func distinct(names []string) error {
	seen := map[string]string{}
	for _, name := range names {
		if name == "" {
			continue // rejected later
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
