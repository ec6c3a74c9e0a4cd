package main

import (
	"io"
	"io/fs"
	"os"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/progress"
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
		frame.Say(s.cmd, label.Name(name)+" is partly overwritten: the old lines are lost, and some of the new ones are missing", "")
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
