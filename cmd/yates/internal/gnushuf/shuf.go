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

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/job"
	"github.com/yates-shuffle/yates/cmd/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
	"github.com/yates-shuffle/yates/internal/quote"
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
//   - A closed standard output is the null device. See process.Streams.
//   - A missing FILE of --random-source is an error even if no byte of it is needed.
//   - Messages about unknown options escape their unprintable characters.
type shuf struct {
	name           string // under which it was called
	stdin          io.Reader
	stdout, stderr io.Writer
	quote.Quoter

	echo, nul, repeat       bool
	count                   int64 // lines to write at most
	numbers, hasOut, hasRan bool
	lo, hi                  uint64
	output, random          string
	operands                []string
	was                     fs.FileInfo // the output, before anything was read
	how                     output.Options
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
	s := &shuf{name: name, stdin: stdin, stdout: out, stderr: stderr, Quoter: quote.New(), count: job.All,
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
	_, posix := os.LookupEnv("POSIXLY_CORRECT")
	operands, err := getopt(args, options, posix, s.set)
	switch {
	case err == errShown:
		return nil
	case err != nil:
		return err
	case s.echo && s.numbers:
		return &usageError{"cannot combine -e and -i options"}
	case s.numbers && len(operands) > 0:
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
		s.repeat = true
	case "zero-terminated":
		s.nul = true
	case "input-range":
		if s.numbers {
			return errors.New("multiple -i options specified")
		}
		s.numbers = true
		return s.setRange(value)
	case "head-count":
		n, err := parseUint(value)
		if err != nil && err != strconv.ErrRange {
			return fmt.Errorf("invalid line count: %s", s.Locale(value))
		}
		if n <= math.MaxInt64 { // no input has more lines
			s.count = min(s.count, int64(n))
		}
	case "output":
		if s.hasOut && value != s.output {
			return errors.New("multiple output files specified")
		}
		s.hasOut, s.output = true, value
	case "random-source":
		if s.hasRan && value != s.random {
			return errors.New("multiple random sources specified")
		}
		s.hasRan, s.random = true, value
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
	}{{lo, &s.lo}, {hi, &s.hi}}
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
	if s.lo > s.hi && s.lo != s.hi+1 || s.lo == 0 && s.hi == math.MaxUint64 {
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

// input opens the input.
func (s *shuf) input() (f io.Reader, done func(), err error) {
	if len(s.operands) == 0 || s.operands[0] == "-" {
		return s.stdin, func() {}, nil
	}
	file, err := os.Open(s.operands[0])
	if err != nil {
		return nil, nil, s.fileError(s.operands[0], err)
	}
	return file, func() { file.Close() }, nil // only read, so the error does not matter
}

// mostNumbers is a count of numbers that GNU shuf cannot hold on any machine. Ours could
// shuffle more, but nobody would wait for it: such a range is a typing error.
const mostNumbers = 1 << 60

// job returns the shuffle that is asked for.
func (s *shuf) job() (*job.Job, error) {
	j := &job.Job{
		Lo: s.lo, Hi: s.hi, Files: []string{"-"}, Raw: true,
		Options: engine.Options{Seed: new(order.NewSeed()), NUL: s.nul, Memory: engine.DefaultMemory(),
			LeaveSources: s.how.Overwrite, Progress: new(engine.Progress)},
		Head: job.Head{Count: s.count}, Repeat: s.repeat, Quiet: true,
		Parts: job.Parts{Files: [][]string{{s.output}}},
	}
	if s.count != job.All {
		j.Options.Head = s.count
	}
	if s.hasRan {
		j.Random = &s.random
	}
	switch {
	case s.count == 0 && !(s.repeat && s.hasRan):
		j.Kind = job.Nothing
	case s.echo:
		j.Echo(s.operands)
	case s.numbers && !s.repeat && !s.hasRan && min(uint64(s.count), s.hi-s.lo+1) >= mostNumbers:
		return nil, randomsource.ErrMemory
	case s.numbers:
		j.Kind, j.Files = job.Integers, nil
	}
	return j, nil
}

// shuffle does it. An input file takes the place of standard input.
func (s *shuf) shuffle(ctx context.Context) error {
	j, err := s.job()
	if err != nil {
		return err
	}
	in := s.stdin
	if j.Kind == job.Lines {
		var done func()
		if in, done, err = s.input(); err != nil {
			return err
		}
		defer done()
	}
	out := &dest.Set{Set: output.Set{Stdout: s.stdout, Stderr: s.stderr, Options: s.how,
		Was: map[string]fs.FileInfo{s.output: s.was}}}
	defer out.Abort()
	return s.worded(job.Do(ctx, &frame.UI{In: in, Err: s.stderr, Name: s.name}, out, progress.Never, j))
}
