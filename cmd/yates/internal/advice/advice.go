// Package advice says what to type: it turns errors of libraries and of command lines into
// hints and command lines to paste.
package advice

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/output"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/records"
)

// Hinted adds advice to the error of a command with these arguments: in words, or as
// a command line to paste.
func Hinted(cmd *cobra.Command, args []string, err error) error {
	if out, ok := errors.AsType[*output.Error](err); ok && cmd.Flags().Lookup("output") != nil {
		remedy := outputHint(err)
		if remedy == "" {
			remedy = hintFor(err)
		}
		return frame.WithHint(out, remedy) // out alone, which names the file once
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
		status := frame.StatusFailure
		if p, ok := errors.AsType[*frame.Problem](err); ok {
			status = p.Status
		}
		if source, ok := errors.AsType[*records.SourceError](err); ok {
			if line := piped(filter, source.Name, args); line != "" {
				return &frame.Problem{Err: err, Remedy: line, Status: status}
			}
		}
		return frame.WithHint(err, "turn it into text with "+filter+" FILE first")
	}
	if e, ok := errors.AsType[*dest.ForeignError](err); ok {
		remedy := pipedTo(e, args)
		if remedy == "" {
			return frame.WithHint(err, "pipe the output to another program")
		}
		return &frame.Problem{Err: err, Remedy: remedy, Status: frame.StatusUsage}
	}
	if _, ok := errors.AsType[*records.NotPackedError](err); ok && raw {
		return frame.WithHint(err, asItIs)
	} else if ok {
		return frame.WithHint(err, "to read it as it is, give it as standard input")
	}
	if errors.Is(err, syscall.ENOMEM) && cmd.Flags().Lookup("memory") != nil {
		return frame.WithHint(err, "use less --memory, or see ulimit -v")
	}
	return frame.WithHint(err, hintFor(err))
}

// quoter returns what quotes command lines to paste.
func quoter() quote.Quoter {
	q := quote.New()
	q.Strict = true
	return q
}

// tooLong is a command line that nobody pastes.
const tooLong = 500

// piped returns the command line with these arguments that reads the file through a
// filter. It returns "" if the line would be too long, if standard input is in use, or
// if the file is not named exactly once.
func piped(filter, file string, args []string) string {
	q, found := quoter(), 0
	from := file
	if strings.HasPrefix(file, "-") {
		from = "./" + file // so that the filter does not parse it as a flag
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

// otherFlags say what "yates audit" has in place of flags that people expect.
var otherFlags = map[string]string{
	"header":     "tail -n +2 removes a heading",
	"csv":        "--file reads rows of a spreadsheet as they are",
	"columns":    "cut chooses columns, for example with -d, -f2-",
	"sorted":     "for numbers in ascending order see --unordered",
	"lottery":    "for lottery numbers see --range and --unordered",
	"confidence": "for a confidence of 95% use --alpha 0.05",
}

var (
	grouped  = regexp.MustCompile(`^\d{1,3}([,_' ]\d{3})+$`)
	anyRange = regexp.MustCompile(`^(\d+)\s*(?:\.\.+|[:,–]|to|-)\s*(\d+)$`)
	factors  = map[string]float64{"k": 1e3, "m": 1e6}
)

// meantValue returns the likely meaning of a value that is wrong for a flag of a type, or
// "".
func meantValue(of, value string) string {
	value = strings.ToLower(strings.TrimSpace(value))
	number := func(text string) (float64, bool) {
		x, err := strconv.ParseFloat(text, 64)
		return x, err == nil && x > 0 && x <= 1e15
	}
	switch of {
	case "duration":
		if _, ok := number(value); ok {
			return value + "s"
		}
	case "float64":
		if x, ok := number(strings.TrimSuffix(value, "%")); ok && strings.HasSuffix(value, "%") {
			return strconv.FormatFloat(x/100, 'g', 6, 64)
		}
		if point := strings.Replace(value, ",", ".", 1); point != value {
			if _, ok := number(point); ok {
				return point
			}
		}
	case "N":
		if grouped.MatchString(value) {
			return strings.NewReplacer(",", "", "_", "", "'", "", " ", "").Replace(value)
		}
		factor := factors[value[max(0, len(value)-1):]]
		if x, ok := number(strings.TrimRight(value, "km")); ok && max(1, factor)*x == math.Trunc(max(1, factor)*x) {
			return strconv.FormatFloat(max(1, factor)*x, 'f', 0, 64)
		}
	case "LO-HI":
		if ends := anyRange.FindStringSubmatch(value); ends != nil {
			return ends[1] + "-" + ends[2]
		}
	}
	return ""
}

// pipedTo returns the command line with these arguments in which another program makes the
// file, or "" if there is none that does.
func pipedTo(e *dest.ForeignError, args []string) string {
	programs := map[string]string{"bzip2": "bzip2", "xz": "xz", "lz4": "lz4", "lzip": "lzip", "lzma": "xz --format=lzma", "lzop": "lzop", "Brotli": "brotli"}
	program := programs[e.Kind]
	if program == "" {
		return ""
	}
	q, found := quoter(), 0
	line := "yates"
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case (arg == "-o" || arg == "--output") && i+1 < len(args) && args[i+1] == e.Name:
			found++
			i++
		case arg == "-o"+e.Name || arg == "--output="+e.Name:
			found++
		default:
			line += " " + q.File(arg)
		}
	}
	line += " | " + program + " >" + q.File(e.Name)
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

// hintFor returns advice on an error, or "".
func hintFor(err error) string {
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		return "see ulimit -n"
	}
	if isA[*records.MemoryError](err) {
		return "use more --memory, or a smaller sample"
	}
	if e, ok := errors.AsType[*records.TempError](err); ok && e.Op == "writing" {
		where := "with more space"
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
	if isA[*records.UniqueError](err) || isA[*records.StrataError](err) || isA[*records.WeightsError](err) || isA[*records.LongError](err) {
		return "use more --memory"
	}
	if isA[*records.KeyError](err) {
		return "use more --memory, of which the columns may take a sixteenth"
	}
	if isA[*records.WindowError](err) {
		return "use more --memory (for one file 1G is enough, unless its window has more than 128 MiB)"
	}
	if isA[*records.HeaderError](err) {
		return "without --header, headers are ordinary lines"
	}
	if isA[*output.ReplaceError](err) {
		return "--overwrite writes into the file itself, which an error then damages"
	}
	return ""
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// FlagError rewrites an error of pflag in our words.
func FlagError(cmd *cobra.Command, err error) error {
	var (
		invalid *pflag.InvalidValueError
		number  *strconv.NumError
		unknown *pflag.NotExistError
	)
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		if names := frame.PossibleNames(cmd.Flags(), unknown.GetSpecifiedName()); len(names) > 1 {
			err = fmt.Errorf("--%s is short for --%s", unknown.GetSpecifiedName(), strings.Join(names, " or --"))
		} else if other := otherFlags[unknown.GetSpecifiedName()]; other != "" && cmd.Name() == "audit" {
			return &frame.Problem{Err: frame.WithHint(err, other), Status: frame.StatusUsage}
		} else if near := frame.NearFlags(cmd.Flags(), unknown.GetSpecifiedName()); len(near) > 0 {
			err = fmt.Errorf("%w; did you mean --%s?", err, strings.Join(near, " or --"))
			return &frame.Problem{Err: err, Status: frame.StatusUsage}
		}
	}
	if errors.As(err, &invalid) {
		cause := errors.Unwrap(invalid)
		if errors.As(cause, &number) {
			cause = number.Err
		}
		err = fmt.Errorf("cannot set --%s to %q: %w", invalid.GetFlag().Name, invalid.GetValue(), cause)
		if meant := meantValue(invalid.GetFlag().Value.Type(), invalid.GetValue()); meant != "" && meant != invalid.GetValue() {
			err = frame.WithHint(err, "write "+meant)
		}
	}
	return frame.BadUsage(cmd.CommandPath()+" --help", "%w", err)
}

// UnknownCommand returns the error of a command that does not exist.
func UnknownCommand(root *cobra.Command, name string) error {
	remedy := "yates --help"
	if near := root.SuggestionsFor(name); len(near) > 0 {
		best := max(0, slices.IndexFunc(near, func(full string) bool { return strings.HasPrefix(full, name) }))
		remedy = "yates help " + near[best]
	} else if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		remedy = "yates shuffle " + quote.New().File(name)
	}
	return frame.BadUsage(remedy, "unknown command: %s", strconv.Quote(name))
}
