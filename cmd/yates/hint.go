package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/hint"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// hinted adds to the error of a command, which was given these arguments, what to do
// about it: in words, or as a command line to paste.
func hinted(cmd *cobra.Command, args []string, err error) error {
	if out, ok := errors.AsType[*output.Error](err); ok && cmd.Flags().Lookup("output") != nil {
		remedy := outputHint(err)
		if remedy == "" {
			remedy = hint.For(err)
		}
		return hint.With(out, remedy) // which file it was is said once
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
	if e, ok := errors.AsType[*foreignError](err); ok {
		remedy := e.piped(args)
		if remedy == "" {
			return hint.With(err, "pipe the output to another program")
		}
		return &problem{err: err, remedy: remedy, status: statusUsage}
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

// tooLong is a command line that nobody pastes.
const tooLong = 500

// piped returns the command line with these arguments in which what a filter makes of
// a file stands for the file. It returns "" if it would be too long, if standard input
// is taken, or if the file is not named once.
func piped(filter, file string, args []string) string {
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
		case arg == "-", strings.HasPrefix(arg, "--in-p"):
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

// A foreignError says that an output is to be of a kind that is not written.
type foreignError struct{ name, kind string }

func (e *foreignError) Error() string {
	return fmt.Sprintf("cannot write %s: %s is not supported, only .gz and .zst", label.Name(e.name), e.kind)
}

// piped returns the command line with these arguments in which another program makes the
// file, or "" if there is none that does.
func (e *foreignError) piped(args []string) string {
	programs := map[string]string{"bzip2": "bzip2", "xz": "xz", "lz4": "lz4", "lzip": "lzip", "lzma": "xz --format=lzma", "lzop": "lzop", "Brotli": "brotli"}
	program := programs[e.kind]
	if program == "" {
		return ""
	}
	q, found := quote.New(), 0
	q.Strict = true
	line := "yates"
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case (arg == "-o" || arg == "--output") && i+1 < len(args) && args[i+1] == e.name:
			found++
			i++
		case arg == "-o"+e.name || arg == "--output="+e.name:
			found++
		default:
			line += " " + q.File(arg)
		}
	}
	line += " | " + program + " >" + q.File(e.name)
	if found != 1 || len(line) > tooLong {
		return ""
	}
	return line
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
