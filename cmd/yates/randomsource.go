package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/text"
)

// draw shuffles by the random source instead of a seed. It treats several files, or a
// compressed one, as a pipe of their contents.
func (s *shuffle) draw(ctx context.Context, args []string) error {
	d := randomsource.Drawing{File: s.random, Head: int64(s.head.count), Repeat: s.repeat, End: text.End(s.format.nul), Memory: process.Memory()}
	defer d.Close()
	var write func(io.Writer) error
	var err error
	switch {
	case s.echo:
		write, err = d.Words(ctx, args)
	case s.numbers.Given:
		write, err = d.Numbers(ctx, s.numbers.Lo, s.numbers.Hi)
	case s.head.count == 0:
		write, err = d.Records(ctx, 0, nil)
	default:
		in := &joined{names: args, stdin: s.cmd.InOrStdin(), raw: s.format.raw, sep: d.End}
		in.last = in.sep
		if len(args) == 0 {
			in.names = []string{"-"}
		}
		s.read = infile.Regular(in.names, in.stdin)
		one := len(in.names) == 1
		if err = in.open(); err == nil {
			var r io.Reader = in
			if f, ok := in.current.(*os.File); ok && one {
				r = f // whose size matters
			}
			write, err = d.Lines(ctx, r, in.close, randomsource.NeedsReservoir(r))
		}
	}
	if err == nil {
		err = s.to(write)
	}
	if path, ok := errors.AsType[*os.PathError](err); ok && (path.Op == "open" || path.Op == "read") {
		return infile.Error(path.Path, path)
	}
	return err
}
