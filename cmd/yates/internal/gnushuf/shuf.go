// Package gnushuf is the command under the name shuf. It has the command line, the
// messages and the exit statuses of GNU shuf.
package gnushuf

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/cmd/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/internal/shares"
	"github.com/yates-shuffle/yates/order"
)

// A shuf holds the command line. It differs from GNU shuf on purpose:
//
//   - The FILE of -o is replaced when the new one is complete; GNU shuf truncates it
//     first. So an error leaves the old file, and other hard links to it keep the old
//     contents. Only a file that cannot be replaced is overwritten.
//   - Lines that do not fit into memory go to a temporary file.
//   - Signals end it as they end yates. Writing to a closed pipe ends it without a
//     message even if SIGPIPE is ignored.
//   - Messages are always in English, and --help and --version describe yates.
//   - Options may follow operands even if POSIXLY_CORRECT is set.
//   - A closed standard output is the null device. See process.Streams.
//   - A missing FILE of --random-source is an error even if no byte of it is needed.
//   - Messages about unknown options escape their unprintable characters.
type shuf struct {
	name           string // under which it was called
	stdin          io.Reader
	stdout, stderr io.Writer
	quote.Quoter

	job          job.Job
	echo, hasOut bool
	output       string
	operands     []string
	was          fs.FileInfo // the output, before anything was read
	how          output.Options
}

// Named reports whether the program at the path is called shuf, or gshuf, the name of
// GNU shuf on systems with a shuf of their own.
func Named(path string) bool {
	name := strings.TrimSuffix(filepath.Base(path), ".exe")
	return name == "shuf" || name == "gshuf"
}

// Run runs a command line of GNU shuf and returns the exit status. It closes stdout if
// it is an io.Closer.
func Run(ctx context.Context, name string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output.Writer{W: stdout}
	s := &shuf{name: name, stdin: stdin, stdout: out, stderr: stderr, Quoter: quote.New(),
		job:    job.Job{Files: []string{"-"}, Raw: true, Head: shares.Head{Count: shares.All}, Quiet: true},
		output: output.Stdout, how: output.Options{OrOverwrite: true}}
	return process.Supervise(ctx, func() error { return cmp.Or(s.run(ctx, args), out.Close()) }, s.report)
}

var options = []gnuOption{
	{'e', "echo", false},
	{'i', "input-range", true},
	{'n', "head-count", true},
	{'o', "output", true},
	{0, "random-source", true},
	{'r', "repeat", false},
	{'z', "zero-terminated", false},
	{0, "help", false},
	{0, "version", false},
}

// errShown ends a command after --help or --version.
var errShown = errors.New("shown")

func (s *shuf) run(ctx context.Context, args []string) error {
	if err := process.Cramped(); err != nil {
		return err
	}
	operands, err := getopt(args, options, s.set)
	switch {
	case err == errShown:
		return nil
	case err != nil:
		return err
	case s.echo && s.job.Kind == job.Integers:
		return &usageError{"cannot combine -e and -i options"}
	case s.job.Kind == job.Integers && len(operands) > 0:
		return &usageError{"extra operand " + s.Locale(operands[0])}
	case !s.echo && len(operands) > 1:
		return &usageError{"extra operand " + s.Locale(operands[1])}
	}
	s.operands = operands
	if s.hasOut {
		s.was, _ = os.Stat(s.output) // nil, if there is none
		if s.was != nil && s.was.Mode().IsRegular() {
			if out, err := output.Create(s.output, s.how); err == nil { // else it fails later
				s.how.Overwrite = out.Overwrites()
				out.Abort()
			}
		}
	}
	return s.shuffle(ctx)
}

// set sets an option.
func (s *shuf) set(o gnuOption, value string) (err error) {
	switch o.long {
	case "echo":
		s.echo = true
	case "repeat":
		s.job.Repeat = true
	case "zero-terminated":
		s.job.Options.NUL = true
	case "input-range":
		if s.job.Kind == job.Integers {
			return errors.New("multiple -i options specified")
		}
		s.job.Kind, s.job.Files = job.Integers, nil
		return s.setRange(value)
	case "head-count":
		n, err := parseUint(value)
		if err != nil && err != strconv.ErrRange {
			return fmt.Errorf("invalid line count: %s", s.Locale(value))
		}
		if n <= math.MaxInt64 { // no input has more lines
			s.job.Head.Count = min(s.job.Head.Count, int64(n))
		}
	case "output":
		if s.hasOut && value != s.output {
			return errors.New("multiple output files specified")
		}
		s.hasOut, s.output = true, value
	case "random-source":
		if s.job.Random != nil && value != *s.job.Random {
			return errors.New("multiple random sources specified")
		}
		s.job.Random = &value
	case "help":
		fmt.Fprintf(s.stdout, help, s.name) // output.Writer keeps the error
		return errShown
	case "version":
		fmt.Fprintf(s.stdout, "shuf (yates) %s\n", process.Version())
		return errShown
	}
	return nil
}

// setRange parses LO-HI, which is empty if LO is HI+1.
func (s *shuf) setRange(text string) error {
	lo, hi, both := strings.Cut(text, "-")
	bounds := []struct {
		text string
		to   *uint64
	}{{lo, &s.job.Lo}, {hi, &s.job.Hi}}
	for _, bound := range bounds {
		n, err := parseUint(bound.text)
		switch {
		case err == strconv.ErrRange:
			return fmt.Errorf("invalid input range: %s: %s", s.Locale(bound.text), overflow)
		case err != nil:
			return fmt.Errorf("invalid input range: %s", s.Locale(bound.text))
		case !both:
			return fmt.Errorf("invalid input range: %s", s.Locale(text))
		}
		*bound.to = n
	}
	if lo, hi := s.job.Lo, s.job.Hi; lo > hi && lo != hi+1 || lo == 0 && hi == math.MaxUint64 {
		return fmt.Errorf("invalid input range: %s", s.Locale(text))
	}
	return nil
}

// overflow is the message of EOVERFLOW, which not all systems have.
const overflow = "Value too large for defined data type"

// parseUint parses a number as the C library does, which skips leading white space and
// a plus sign. The error is strconv.ErrRange or strconv.ErrSyntax.
func parseUint(text string) (uint64, error) {
	text = strings.TrimPrefix(strings.TrimLeft(text, " \t\n\v\f\r"), "+")
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, strconv.ErrSyntax // even if the leading digits are too large
	}
	n, err := strconv.ParseUint(text, 10, 64)
	return n, errors.Unwrap(err)
}

// mostNumbers is a count of numbers that GNU shuf cannot hold on any machine. Ours could
// shuffle more, but nobody would wait for it: such a range is a typing error.
const mostNumbers = 1 << 60

// shuffle does what is asked for. An input file takes the place of standard input.
func (s *shuf) shuffle(ctx context.Context) error {
	j := &s.job
	j.Parts.Files = []string{s.output}
	j.Options.Seed, j.Options.Memory = new(order.NewSeed()), engine.DefaultMemory()
	j.Options.LeaveSources, j.Options.Progress = s.how.Overwrite, new(engine.Progress)
	if j.Head.Count != shares.All {
		j.Options.Head = j.Head.Count
	}
	switch {
	case j.Head.Count == 0 && !(j.Repeat && j.Random != nil):
		j.Kind = job.Nothing
	case s.echo:
		j.Echo(s.operands)
	case j.Kind == job.Integers && !j.Repeat && j.Random == nil &&
		min(uint64(j.Head.Count), j.Hi-j.Lo+1) >= mostNumbers:
		return randomsource.ErrMemory
	}
	if j.Kind == job.Lines && len(s.operands) > 0 && s.operands[0] != "-" {
		file, err := os.Open(s.operands[0])
		if err != nil {
			return s.fileError(s.operands[0], err)
		}
		defer file.Close() // only read, so the error does not matter
		s.stdin = file
	}
	out := &dest.Set{Set: output.Set{Stdout: s.stdout, Stderr: s.stderr, Options: s.how,
		Was: map[string]fs.FileInfo{s.output: s.was}}}
	defer out.Abort()
	return s.worded(job.Do(ctx, &frame.UI{In: s.stdin, Err: s.stderr, Name: s.name}, out, progress.Never, j))
}
