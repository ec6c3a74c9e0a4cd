package gnushuf

import (
	"fmt"
	"slices"
	"strings"
)

// A gnuOption is an option of a GNU program.
type gnuOption struct {
	short    byte // 0: it has none
	long     string
	argument bool // it takes one
}

// getopt parses a command line as GNU's getopt_long does: short options may be
// clustered, long ones abbreviated to a unique prefix, and options may follow
// operands. It calls do for each option in turn and stops at the first error,
// which is do's own or a [usageError]. It returns the operands.
//
// Package pflag, which parses the other command lines, does not fit: it reads -n=5 as
// -n 5, accepts --echo=false, and does not report which option of a cluster an error
// is about.
func getopt(args []string, options []gnuOption, do func(o gnuOption, value string) error) (operands []string,
	err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		long, isLong := strings.CutPrefix(arg, "--")
		switch {
		case arg == "--":
			return append(operands, args...), nil
		case isLong:
			name, value, hasValue := strings.Cut(long, "=")
			o, err := longOption(options, name, arg)
			switch {
			case err != nil:
				return nil, err
			case hasValue && !o.argument:
				return nil, &usageError{fmt.Sprintf("option '--%s' doesn't allow an argument", o.long)}
			case !hasValue && o.argument:
				if len(args) == 0 {
					return nil, &usageError{fmt.Sprintf("option '--%s' requires an argument", o.long)}
				}
				value, args = args[0], args[1:]
			}
			if err := do(o, value); err != nil {
				return nil, err
			}
		case len(arg) > 1 && arg[0] == '-':
			for cluster := arg[1:]; cluster != ""; {
				c := cluster[0]
				cluster = cluster[1:]
				i := slices.IndexFunc(options, func(o gnuOption) bool { return o.short == c })
				if i < 0 {
					return nil, &usageError{fmt.Sprintf("invalid option -- '%s'", []byte{c})}
				}
				value := ""
				if options[i].argument {
					switch {
					case cluster != "":
						value, cluster = cluster, ""
					case len(args) > 0:
						value, args = args[0], args[1:]
					default:
						return nil, &usageError{fmt.Sprintf("option requires an argument -- '%s'", []byte{c})}
					}
				}
				if err := do(options[i], value); err != nil {
					return nil, err
				}
			}
		default:
			operands = append(operands, arg)
		}
	}
	return operands, nil
}

// longOption returns the option with the name, which may be abbreviated.
func longOption(options []gnuOption, name, arg string) (gnuOption, error) {
	var found []gnuOption
	for _, o := range options {
		if o.long == name {
			return o, nil
		}
		if strings.HasPrefix(o.long, name) {
			found = append(found, o)
		}
	}
	switch len(found) {
	case 0:
		return gnuOption{}, &usageError{fmt.Sprintf("unrecognized option '%s'", arg)}
	case 1:
		return found[0], nil
	}
	text := fmt.Sprintf("option '%s' is ambiguous; possibilities:", arg)
	for _, o := range found {
		text += fmt.Sprintf(" '--%s'", o.long)
	}
	return gnuOption{}, &usageError{text}
}

// A usageError is an error of the command line. Its message refers to --help.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }
