package shuffle

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/quote"
	"github.com/yates-shuffle/yates/internal/shares"
)

// A heard is the value of a flag, which knows how it was typed.
type heard struct {
	pflag.Value
	texts []string
}

func (h *heard) Set(text string) error {
	if text == "false" && h.Type() == "bool" {
		return errors.New("it is off if it is left out")
	}
	h.texts = append(h.texts, text)
	return h.Value.Set(text)
}

// last returns what was typed last, or "".
func (h *heard) last() string { return slices.Concat([]string{""}, h.texts)[len(h.texts)] }

// elsewhere returns an error if a flag is one of another verb, with the command to type if there is one for all of what
// was typed.
func elsewhere(f *flags, args []string) error {
	var others []*pflag.Flag
	f.set.Visit(func(flag *pflag.Flag) {
		if flag.Hidden {
			others = append(others, flag)
		}
	})
	if len(others) == 0 {
		return nil
	}
	count, parts, files := sorted(f, args)
	to, before, after := meaning(f, others, parts)
	text := "yates %s has no %s"
	switch {
	case to == nil:
		return frame.BadUsage("", text, f.verb.name(), typed(f.set, others[0].Name))
	case to == &split && len(before)+len(after) == 0 && parts != "":
		before = []string{parts}
	case to == &split && len(before)+len(after) == 0 && count != "":
		before = []string{"sample=" + count + ",rest=rest"}
	case to == &sample && len(before) == 0:
		before = []string{cmp.Or(count, "COUNT")}
	case to == &shuffle && count != "":
		after = []string{"-n", count}
	}
	if parts != "" && to != &split {
		text += ": for both, run one command after the other, each with a seed of its own"
	}
	words := slices.Concat(before, after, flagsFor(f, to, "head-count", "output"))
	if slices.ContainsFunc(strings.Fields(seeded), f.set.Changed) && !f.seed.Given() {
		words = append(words, "--seed", "TEXT")
	}
	words = append(words, outputFor(f, to, files)...)
	remedy := to.line(words, files)
	if remedy == "" {
		text += "; yates " + to.name() + " has it"
	}
	return frame.BadUsage(remedy, text, f.verb.name(), typed(f.set, others[0].Name))
}

// outputFor returns the -o of another verb: what was typed, or names of parts.
func outputFor(f *flags, to *verb, files []string) []string {
	cut := to == &split || f.set.Changed("shard-size") || f.set.Changed("shards")
	switch typed := strings.Join(f.outputs, ""); {
	case typed != "" && strings.Contains(typed, "{") == cut:
		return []string{"-o", typed}
	case cut && (to != &split || len(files) != 1):
		return []string{"-o", outputOf(append(files, "part.txt")[0])}
	}
	return nil
}

// meaning returns the verb that has all of the flags, if there is one, and its arguments. No verb has --split.
func meaning(f *flags, others []*pflag.Flag, parts string) (to *verb, before, after []string) {
	value := others[0].Value.(*heard).last()
	if others[0].Name == "head-count" && f.verb == &split && parts == "" && whole.MatchString(value) {
		return &split, nil, []string{"--shards", value} // as split of coreutils has it
	}
	has := func(v *verb) bool {
		return !slices.ContainsFunc(others, func(o *pflag.Flag) bool {
			return !v.has(o.Name) && (o.Name != "split" || v != &split)
		})
	}
	if i := slices.IndexFunc(verbs, has); i >= 0 {
		to = verbs[i]
	}
	if f.set.Changed("split") {
		before = []string{f.set.Lookup("split").Value.(*heard).last()}
	}
	return to, before, nil
}

// sorted returns what the arguments of a verb are, and the COUNT of a flag.
func sorted(f *flags, args []string) (count, parts string, files []string) {
	if f.set.Changed("head-count") {
		count = f.set.Lookup("head-count").Value.(*heard).last()
	}
	for _, arg := range args {
		file, _, share := strings.Cut(arg, "=")
		switch {
		case f.verb == &sample && arg == "max": // which only sample knows
		case f.verb == &sample && count == "" && isCount(arg):
			count = arg
		case f.verb == &split && parts == "" && isParts(arg):
			parts = arg
		case f.verb != &mix || isFile(arg):
			files = append(files, arg)
		case share && isFile(file):
			files = append(files, file)
		}
	}
	return count, parts, files
}

// line returns the command line of a verb, or "" if it is wrong, or does not end, or replaces what is there.
func (v *verb) line(some ...[]string) string {
	words := slices.Concat(some...)
	f, cmd := &flags{verb: v, head: shares.Head{Count: shares.All}}, &cobra.Command{}
	f.register(cmd)
	cmd.SetGlobalNormalizationFunc(frame.FullName)
	tried := strings.Split(strings.ReplaceAll(strings.Join(words, "\n"), "COUNT", "1"), "\n")
	if cmd.ParseFlags(frame.HeaderOf1(tried)) != nil {
		return ""
	}
	_, err := f.check(cmd.Flags().Args())
	if err == nil {
		_, err = partsOf(f, f.outputs)
	}
	if endless := f.repeat && f.head.Share == nil && f.head.Count == shares.All && f.each == 0; err != nil || endless ||
		f.inPlace {
		return ""
	}
	return line(v, words)
}

// flagsFor returns the flags that were typed and that a verb has, but for some, as they are typed.
func flagsFor(f *flags, v *verb, but ...string) (words []string) {
	f.set.Visit(func(flag *pflag.Flag) {
		for _, text := range flag.Value.(*heard).texts {
			if !v.has(flag.Name) || slices.Contains(but, flag.Name) {
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
func line(v *verb, words ...[]string) string {
	all := "yates " + v.name()
	for _, word := range slices.Concat(words...) {
		all += " " + quote.New().File(word)
	}
	return all
}
