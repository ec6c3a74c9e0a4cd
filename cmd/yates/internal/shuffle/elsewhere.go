package shuffle

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/quote"
)

// A heard is the value of a flag, which knows how it was typed.
type heard struct {
	pflag.Value
	texts []string
}

func (h *heard) Set(text string) error {
	h.texts = append(h.texts, text)
	return h.Value.Set(text)
}

// elsewhere returns an error if a flag is one of another verb, with the command to type.
func elsewhere(f *flags, args []string) error {
	var flag *pflag.Flag
	f.set.Visit(func(other *pflag.Flag) {
		if flag == nil && other.Hidden {
			flag = other
		}
	})
	if flag == nil {
		return nil
	}
	to, before, after := meaning(flag)
	count, parts, files := sorted(f, args)
	switch {
	case to == &mix:
		files = nil
	case to == &split && len(before) == 0 && parts != "":
		before = []string{parts}
	case to == &split && len(before) == 0 && count != "":
		before = []string{"sample=" + count + ",rest=rest"}
	case to == &sample && len(before) == 0 && count != "":
		before = []string{count}
	case to == &sample && len(before) == 0:
		before = []string{"COUNT"}
	}
	if count != "" && (to == &shuffle || to == &mix) {
		after = append(after, "-n", count)
	}
	const other = ask.Sized | ask.Shard | ask.InPlace // sinks, in place of the parts
	piped := f.verb == &split && to == &shuffle && things[flag.Name]&other == 0
	if piped && !f.Raw {
		guess(f, files)
	}
	but := "head-count"
	if piped {
		but = "output"
	}
	command := line(to, before, after, flagsFor(f, to, but), files)
	if piped {
		command += " | " + behind(f, parts, files)
	}
	return frame.BadUsage(command, "yates %s has no --%s", f.verb.name(), flag.Name)
}

// meaning returns the verb that has a flag or, of one that none has, the verb that is meant, and its arguments.
func meaning(flag *pflag.Flag) (to *verb, before, after []string) {
	value := flag.Value.(*heard).texts[0]
	switch flag.Name {
	case "split":
		return &split, []string{value}, nil
	case "balance":
		return &sample, []string{"max"}, []string{"--per", value}
	case "mix":
		return &mix, frame.Names(value), nil
	case "times":
		times := frame.Names(value)
		for i := range times {
			times[i] += "x"
		}
		return &mix, times, nil
	}
	return verbs[slices.IndexFunc(verbs, func(v *verb) bool { return v.has(flag.Name) })], nil, nil
}

// formerly are the flags that no verb has.
var formerly = []string{"split", "balance", "mix", "times"}

// sorted returns what the arguments of a verb are, and the COUNT of a flag.
func sorted(f *flags, args []string) (count, parts string, files []string) {
	if f.set.Changed("head-count") {
		count = f.set.Lookup("head-count").Value.(*heard).texts[0]
	}
	for _, arg := range args {
		switch {
		case f.verb == &sample && arg == "max": // which only sample knows
		case f.verb == &sample && count == "" && isCount(arg):
			count = arg
		case f.verb == &split && parts == "" && isParts(arg):
			parts = arg
		case f.verb != &mix:
			files = append(files, arg)
		}
	}
	return count, parts, files
}

// behind returns the split that goes on with the output of another command.
func behind(f *flags, parts string, files []string) string {
	words := flagsFor(f, f.verb, "")
	if !f.set.Changed("output") && len(files) > 0 {
		words = append(words, "-o", outputOf(files[0]))
	}
	if parts != "" {
		words = slices.Insert(words, 0, parts)
	}
	return line(f.verb, words)
}

// flagsFor returns the flags that were typed and that a verb has, but for one, as they are typed.
func flagsFor(f *flags, v *verb, but string) (words []string) {
	f.set.Visit(func(flag *pflag.Flag) {
		for _, text := range flag.Value.(*heard).texts {
			if !v.has(flag.Name) || flag.Name == but {
				return
			}
			if words = append(words, typed(f.set, flag.Name)); flag.NoOptDefVal == "" {
				words = append(words, text)
			}
		}
	})
	return words
}

// line returns a command line.
func line(v *verb, some ...[]string) string {
	words := []string{"yates", v.name()}
	for _, word := range slices.Concat(some...) {
		words = append(words, quote.New().File(word))
	}
	return strings.Join(words, " ")
}
