package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/hint"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// hinted adds advice to the error of a command with these arguments: in words, or as
// a command line to paste.
func hinted(cmd *cobra.Command, args []string, err error) error {
	if out, ok := errors.AsType[*output.Error](err); ok && cmd.Flags().Lookup("output") != nil {
		remedy := outputHint(err)
		if remedy == "" {
			remedy = hint.For(err)
		}
		return hint.With(out, remedy) // out alone, which names the file once
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
		return hint.With(err, "turn it into text with "+filter+" FILE first")
	}
	if _, ok := errors.AsType[*records.NotPackedError](err); ok && raw {
		return hint.With(err, asItIs)
	} else if ok {
		return hint.With(err, "to read it as it is, give it as standard input")
	}
	if errors.Is(err, syscall.ENOMEM) && cmd.Flags().Lookup("memory") != nil {
		return hint.With(err, "use less --memory, or see ulimit -v")
	}
	return hint.With(err, hint.For(err))
}

// piped returns the command line with these arguments that reads the file through a
// filter. It returns "" if the line would be too long, if standard input is in use, or
// if the file is not named exactly once.
func piped(filter, file string, args []string) string {
	const tooLong = 500
	q, found := quote.New(), 0
	q.Strict = true
	from := file
	if strings.HasPrefix(file, "-") {
		from = "./" + file // so that the filter does not parse it as a flag
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

// outputHint returns advice on an error of writing, or "".
func outputHint(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "free some space, or write elsewhere with -o FILE"
	case errors.Is(err, syscall.EFBIG):
		return "see ulimit -f, or write elsewhere with -o FILE"
	}
	return ""
}
