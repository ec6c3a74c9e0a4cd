package gnushuf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/yates-shuffle/yates/internal/hint"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/records"
)

// What people see of shuf has the words and the exit status of GNU's, not those of
// cmd/yates/ui.go. Its help does not: it tells of this program.

// help is the help of the command under the name shuf, which goes in for %s.
const help = `Usage: %[1]s [OPTION]... [FILE]
       %[1]s -e [OPTION]... [WORD]...
       %[1]s -i LO-HI [OPTION]...

This is yates, called by the name of GNU shuf, whose command line it takes. It
writes the lines of FILE in random order, every order being equally likely; the
words or the numbers from LO to HI with -e or -i. Without FILE, or where it is -,
it reads standard input.

  -e, --echo                  shuffle the WORDs
  -i, --input-range=LO-HI     shuffle the numbers from LO to HI
  -n, --head-count=COUNT      write COUNT lines at most
  -o, --output=FILE           write to FILE, once the new contents are whole
      --random-source=FILE    let the bytes of FILE decide, as they do for GNU shuf
  -r, --repeat                choose with replacement: a line may come again; it
                              does not end without -n
  -z, --zero-terminated       lines end in NUL, not in a line feed
      --help                  print this help and exit
      --version               print the version and exit

Lines that do not fit into memory go to a temporary file in $TMPDIR, except with
--random-source. Where GNU shuf empties FILE of -o first, yates leaves it as it is
until the end, so that a fault loses nothing.

The exit status is 0 if all went well, 1 if it did not, and 128 and its number if a
signal ended it. Seeds, memory limits and more: yates help shuffle.
`

// fileError returns the error of a file that could not be opened.
func (s *shuf) fileError(name string, err error) error {
	return fmt.Errorf("%s: %s", s.File(name), strerror(err))
}

// readError gives an error of package records the words of GNU's, unless it is
// about the temporary file.
func readError(err error) error {
	_, temporary := errors.AsType[*records.TempError](err)
	if errno := syscall.Errno(0); !temporary && errors.As(err, &errno) {
		return fmt.Errorf("read error: %s", strerror(err))
	}
	return hint.With(err, hint.For(err))
}

// strerror returns what the system says of an error, as the C library words it.
func strerror(err error) string {
	if errno, ok := errors.AsType[syscall.Errno](err); ok && runtime.GOOS != "windows" {
		text := errno.Error()
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return err.Error()
}

// report tells of the end of the command, err, and returns the exit status.
func (s *shuf) report(ctx context.Context, err error) int {
	if status, ok := process.Quiet(ctx, err); ok {
		return status
	}
	var (
		outErr *output.Error
		usage  *usageError
	)
	switch {
	case errors.As(err, &outErr):
		sayAs(s.stderr, s.name, "write error: "+strerror(outErr))
	case errors.As(err, &usage):
		sayAs(s.stderr, s.name, fmt.Sprintf("%s\nTry '%s --help' for more information.", usage.text, s.name))
	default:
		sayAs(s.stderr, s.name, err.Error())
	}
	return statusFailure
}

const statusFailure = 1

// Refuse says why the command cannot begin, and returns the exit status.
func Refuse(name string, stderr io.Writer, what string) int {
	sayAs(stderr, name, what)
	return statusFailure
}

// sayAs prints a message of the command under another name. What GNU's would print of
// names as it is, and no terminal obeys, is left.
func sayAs(stderr io.Writer, name, message string) {
	var b strings.Builder
	for rest := name + ": " + message; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		char := rest[:size]
		rest = rest[size:]
		if r == utf8.RuneError && size == 1 {
			r = rune(char[0]) // as a terminal of 8 bits takes it
		}
		if r != '\n' && unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			char = label.Escape(char, "")
		}
		b.WriteString(char)
	}
	fmt.Fprintln(stderr, b.String())
}
