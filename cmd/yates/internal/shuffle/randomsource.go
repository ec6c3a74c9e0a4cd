package shuffle

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

// byBytes shuffles by the random source instead of a seed. It treats several files, or a
// compressed one, as a pipe of their contents.
func (r *run) byBytes(ctx context.Context, j *job) error {
	n := j.numbers
	d := randomsource.Drawing{File: j.random, Head: j.head.count, Repeat: j.repeat, End: text.End(j.opt.NUL),
		Memory: process.Memory()}
	defer d.Close()
	var write func(io.Writer) error
	var err error
	switch {
	case j.kind == ofWords:
		write, err = d.Words(ctx, j.words)
	case n.Given:
		write, err = d.Numbers(ctx, n.Lo, n.Hi)
	case j.head.count == 0:
		write, err = d.Records(ctx, 0, nil)
	default:
		r.out.Read = infile.Regular(j.files, r.cmd.InOrStdin())
		in, e := r.join(j, d.End)
		if e != nil {
			return e
		}
		var input io.Reader = in
		if in.Plain != nil {
			input = in.Plain // whose size matters
		}
		write, err = d.Lines(ctx, input, func() { in.Close() }, randomsource.NeedsReservoir(input))
	}
	if err == nil {
		err = r.to(j, write)
	}
	if path, ok := errors.AsType[*os.PathError](err); ok && (path.Op == "open" || path.Op == "read") {
		return infile.Error(path.Path, path)
	}
	return err
}
