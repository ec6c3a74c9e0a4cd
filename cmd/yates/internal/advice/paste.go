package advice

import (
	"errors"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// remedy returns the command line to paste in place of that with these arguments, and the
// exit status of the error; or "".
func remedy(args []string, err error) (line string, status int) {
	if e, ok := errors.AsType[*dest.ForeignError](err); ok {
		return pipedTo(e, args), frame.StatusUsage
	}
	source, ok := errors.AsType[*records.SourceError](err)
	if filter := unreadable(err); ok && filter != "" {
		return piped(filter, source.Name, args), frame.StatusFailure
	}
	return "", 0
}

// quoter returns what quotes command lines to paste.
func quoter() quote.Quoter {
	q := quote.New()
	q.Strict = true
	return q
}

// typed returns the command line of yates with these arguments.
func typed(args []string) string {
	line := "yates"
	for _, arg := range args {
		line += " " + quoter().File(arg)
	}
	return line
}

// pasteable returns a command line, or "" if it is one that nobody pastes.
func pasteable(line string) string {
	if len(line) > 500 {
		return ""
	}
	return line
}

// piped returns the command line with these arguments that reads the file through a
// filter. It returns "" if standard input is in use, or if the file is not named exactly
// once.
func piped(filter, file string, args []string) string {
	args = slices.Clone(args)
	found := 0
	for i, arg := range args {
		flag, value, _ := strings.Cut(arg, "=")
		switch {
		case arg == "-", strings.HasPrefix(arg, "--in-p"):
			return ""
		case arg == file:
			args[i] = "-"
			found++
		case strings.HasPrefix(arg, "--") && value == file:
			args[i] = flag + "=-"
			found++
		}
	}
	if found != 1 {
		return ""
	}
	if strings.HasPrefix(file, "-") {
		file = "./" + file // so that the filter does not parse it as a flag
	}
	return pasteable(filter + " " + quoter().File(file) + " | " + typed(args))
}

// programs compress in the ways that we do not.
var programs = map[string]string{
	"bzip2": "bzip2", "xz": "xz", "lz4": "lz4", "lzip": "lzip", "lzma": "xz --format=lzma", "lzop": "lzop",
	"Brotli": "brotli",
}

// pipedTo returns the command line with these arguments in which another program makes the
// file, or "" if there is none that does.
func pipedTo(e *dest.ForeignError, args []string) string {
	program, without := programs[e.Kind], []string(nil)
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case (arg == "-o" || arg == "--output") && i+1 < len(args) && args[i+1] == e.Name:
			i++
		case arg == "-o"+e.Name || arg == "--output="+e.Name:
		default:
			without = append(without, arg)
		}
	}
	if program == "" || len(without) == len(args) {
		return ""
	}
	return pasteable(typed(without) + " | " + program + " >" + quoter().File(e.Name))
}
