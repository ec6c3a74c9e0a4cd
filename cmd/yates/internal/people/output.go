package people

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// An output is what -o names: one file, or one for each team or giver.
type output struct {
	cmd     *cobra.Command
	pattern string
	each    bool
	one     *dest.Set // unless each
}

// newOutput checks the output before anything is read.
func newOutput(cmd *cobra.Command, name string, tsv bool) (o *output, err error) {
	o = &output{cmd: cmd, pattern: name, each: strings.Contains(name, "{}") || strings.Contains(name, "{:0")}
	switch {
	case o.each && tsv:
		err = frame.BadUsage("", "--tsv is for one output, and -o %s is for many", label.Name(name))
	case !o.each:
		o.one, err = dest.New(cmd, name)
	}
	return o, err
}

// write writes one text, or for each label its part.
func (o *output) write(list *infile.List, text []byte, labels []dest.Label, parts [][]byte) error {
	if !o.each {
		return o.one.WriteTexts(o.cmd.Context(), list.Files, text)
	}
	names, err := dest.Names(o.pattern, labels)
	if err != nil {
		return err
	}
	many, err := dest.New(o.cmd, names...)
	if err != nil {
		return err
	}
	return many.WriteTexts(o.cmd.Context(), list.Files, parts...)
}
