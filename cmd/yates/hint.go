package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// hinted adds to the error of a command, which was given these arguments, what to do
// about it: in words, or as a command line to paste.
func hinted(cmd *cobra.Command, args []string, err error) error {
	if out, ok := errors.AsType[*output.Error](err); ok && cmd.Flags().Lookup("output") != nil {
		hint := outputHint(err)
		if hint == "" {
			hint = hintFor(err)
		}
		return withHint(out, hint) // which file it was is said once
	}
	const asItIs = "--raw takes it as it is"
	raw := cmd.Flags().Lookup("raw") != nil
	filter := ""
	if e, ok := errors.AsType[*records.WindowError](err); ok && e.Most {
		filter = "zstd -dc --long=31"
	}
	if e, ok := errors.AsType[*records.UnreadableError](err); ok {
		filter = e.Command
		if raw {
			err = fmt.Errorf("%w (%s)", err, asItIs)
		}
	}
	if filter != "" {
		status := statusFailure
		if p, ok := errors.AsType[*problem](err); ok {
			status = p.status
		}
		if source, ok := errors.AsType[*records.SourceError](err); ok {
			if line := piped(filter, source.Name, args); line != "" {
				return &problem{err: err, remedy: line, status: status}
			}
		}
		return withHint(err, "turn it into text with "+filter+" FILE first")
	}
	if _, ok := errors.AsType[*records.NotPackedError](err); ok && raw {
		return withHint(err, asItIs)
	} else if ok {
		return withHint(err, "to read it as it is, give it as standard input")
	}
	if errors.Is(err, syscall.ENOMEM) && cmd.Flags().Lookup("memory") != nil {
		return withHint(err, "use less --memory, or see ulimit -v")
	}
	return withHint(err, hintFor(err))
}

func withHint(err error, hint string) error {
	if hint == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, hint)
}

// piped returns the command line with these arguments in which what a filter makes of
// a file stands for the file. It returns "" if it would be too long, if standard input
// is taken, or if the file is not named once.
func piped(filter, file string, args []string) string {
	const tooLong = 500
	q, found := quote.New(), 0
	q.Strict = true
	from := file
	if strings.HasPrefix(file, "-") {
		from = "./" + file // which the filter does not take for a flag
	}
	line := filter + " " + q.File(from) + " | yates"
	for _, arg := range args {
		flag, value, _ := strings.Cut(arg, "=")
		switch {
		case arg == "-":
			return ""
		case arg == file:
			arg = "-"
			found++
		case strings.HasPrefix(arg, "--") && value == file:
			arg = flag + "=-"
			found++
		}
		line += " " + q.File(arg)
	}
	if found != 1 || len(line) > tooLong {
		return ""
	}
	return line
}

// hintFor returns what to do about an error, in words, or "".
func hintFor(err error) string {
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		return "see ulimit -n"
	}
	if _, ok := errors.AsType[*records.MemoryError](err); ok {
		return "use more --memory, or a smaller sample"
	}
	if e, ok := errors.AsType[*records.TempError](err); ok && e.Op == "writing" {
		where := "with more room"
		switch {
		case errors.Is(err, syscall.EFBIG):
			return "see ulimit -f, or use more --memory"
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
			where = "that can be written to"
		}
		return "use --tmp DIR for a directory " + where + ", or more --memory"
	}
	if e, ok := errors.AsType[*records.QuoteError](err); ok && e.Within > 0 {
		return "a longer field needs more --memory, 16 times its size"
	}
	if _, ok := errors.AsType[*records.KeyError](err); ok {
		return "use more --memory, of which they may take a sixteenth"
	}
	if _, ok := errors.AsType[*records.WindowError](err); ok {
		return "use more --memory (for one file 1G is enough, unless its window has more than 128 MiB)"
	}
	if _, ok := errors.AsType[*records.HeaderError](err); ok {
		return "without --header, headers are lines like others"
	}
	if _, ok := errors.AsType[*records.ReplaceError](err); ok {
		return "--overwrite writes into the file itself, which an error then damages"
	}
	return ""
}

// outputHint returns what to do about an error of writing, or "".
func outputHint(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "make room there, or write elsewhere with -o FILE"
	case errors.Is(err, syscall.EFBIG):
		return "see ulimit -f, or write elsewhere with -o FILE"
	}
	return ""
}
