package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/order"
)

// eachInPlace shuffles each file by itself and replaces all of them, or none. Without a
// seed that is given, each has a seed of its own.
func (s *shuffle) eachInPlace(ctx context.Context, files []string) error {
	switch {
	case len(files) == 0:
		return frame.BadUsage("", "--in-place needs files")
	case slices.ContainsFunc(files, isStdin):
		return frame.BadUsage("", "--in-place cannot replace standard input")
	case s.seeds.Print && !s.seeds.Given() && len(files) > 1:
		return frame.BadUsage("", "--print-seed with --in-place is for one file: without a seed, each file has its own")
	}
	if err := dest.Distinct(files); err != nil {
		return err
	}
	for _, name := range files {
		if err := s.replaceable(name); err != nil {
			return infile.Error(name, err)
		}
	}
	s.together = s.set()
	defer s.giveUp(s.together)
	for i, name := range files {
		one := *s
		one.outputs = []string{name}
		if i > 0 && !s.seeds.Given() {
			one.seed = order.NewSeed()
		}
		if err := one.shuffle(ctx, []string{name}); err != nil {
			return err
		}
	}
	return s.together.Place()
}

// isStdin reports whether a name stands for standard input, which may be a file.
func isStdin(name string) bool {
	switch name {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// replaceable returns an error if a file cannot be replaced by one of its kind.
func (s *shuffle) replaceable(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is not a regular file")
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close() // it was only read
	head := make([]byte, packing.SniffLen)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	kind, err := packing.Sniff(head[:n])
	switch named := packing.Named(name); {
	case s.format.raw && named != packing.None:
		return fmt.Errorf("with --raw and --in-place, its name must not end in %s: it would be compressed again", filepath.Ext(name))
	case !s.format.raw && err == nil && kind != packing.None && named != kind:
		return fmt.Errorf("it is compressed by %s, but its name does not say so, so it would be replaced by plain text", kind)
	}
	return nil
}
