package gnushuf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"syscall"

	"github.com/yates-shuffle/yates/cmd/yates/internal/randomsource"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/records/failure"
)

// The messages and exit statuses of shuf are those of GNU shuf, not those of
// internal/frame. Its help describes this program.

// help is the help of the command, with its name for %[1]s.
const help = `Usage: %[1]s [OPTION]... [FILE]
       %[1]s -e [OPTION]... [WORD]...
       %[1]s -i LO-HI [OPTION]...

This is yates, called as shuf. It takes the command line of GNU shuf and writes
the lines of FILE in random order, or the WORDs with -e, or the numbers from LO
to HI with -i. Every order is equally likely. Without FILE, or if FILE is -, it
reads standard input.

  -e, --echo                  shuffle the WORDs
  -i, --input-range=LO-HI     shuffle the numbers from LO to HI
  -n, --head-count=COUNT      write at most COUNT lines
  -o, --output=FILE           write to FILE, replacing it when all is complete
      --random-source=FILE    use the bytes of FILE as GNU shuf does
  -r, --repeat                draw with replacement, so that lines can repeat;
                              endless without -n
  -z, --zero-terminated       end lines with NUL instead of a line feed
      --help                  print this help and exit
      --version               print the version and exit

Lines that do not fit into memory go to a temporary file in $TMPDIR. GNU shuf
empties the FILE of -o first; yates keeps it until the output is complete, so
that an error loses nothing.

The exit status is 0 on success, 1 on failure, and 128 plus the number of a
signal that ended it. For seeds, memory limits and more, see yates help shuffle.
`

// fileError returns the error of a file that could not be opened.
func (s *shuf) fileError(name string, err error) error {
	return fmt.Errorf("%s: %s", s.File(name), strerror(err))
}

// worded words an error as GNU shuf does.
func (s *shuf) worded(err error) error {
	if source, ok := errors.AsType[*randomsource.Error](err); ok {
		switch {
		case source.Err == io.EOF:
			return fmt.Errorf("%s: end of file", s.Locale(source.Name))
		case source.Opening:
			return s.fileError(source.Name, source)
		}
		return fmt.Errorf("%s: read error: %s", s.Locale(source.Name), strerror(source))
	}
	if temporary, ok := errors.AsType[*failure.TempError](err); ok && temporary.Op == "writing" {
		return fmt.Errorf("%w; TMPDIR can name another directory", err)
	}
	if errors.Is(err, failure.ErrNoRecords) {
		return errors.New("no lines to repeat")
	}
	if input, ok := errors.AsType[*failure.SourceError](err); ok {
		return fmt.Errorf("read error: %s", strerror(input))
	}
	return err
}

// strerror returns the system's message of an error, as the C library words it.
func strerror(err error) string {
	if errno, ok := errors.AsType[syscall.Errno](err); ok && runtime.GOOS != "windows" {
		text := errno.Error()
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return err.Error()
}

// report prints the error with which the command ended, and returns the exit status.
func (s *shuf) report(ctx context.Context, err error) int {
	if status, ok := process.Quiet(ctx, err); ok {
		return status
	}
	var (
		outErr *output.Error
		usage  *usageError
	)
	text := err.Error()
	switch {
	case errors.As(err, &outErr) && outErr.Refused:
		text = s.fileError(s.output, outErr).Error()
	case errors.As(err, &outErr):
		text = "write error: " + strerror(outErr)
	case errors.As(err, &usage):
		text = usage.text + "\nTry '" + s.name + " --help' for more information."
	}
	fmt.Fprintln(s.stderr, label.Escape(s.name+": "+text, "\n"))
	return frame.StatusFailure
}
