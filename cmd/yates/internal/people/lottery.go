package people

import (
	"bytes"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/order"
)

// A lottery gives each of a list of names a place in a part, by a seed.
type lottery struct {
	tsv    bool
	output string // one file or, with {} in its name, one for each part
	seed   frame.SeedFlags
}

// The parts are what a lottery comes to.
type parts struct {
	keys   []string // their names in --tsv
	labels []dest.Label
	names  [][]string
	text   []byte // all of it, for people
}

// register adds the flags.
func (l *lottery) register(cmd *cobra.Command, tsv, output string) {
	cmd.Flags().BoolVar(&l.tsv, "tsv", false, tsv)
	dest.Var(cmd.Flags(), &l.output, output)
	l.seed.Register(cmd.Flags())
}

// each reports whether each part has a file.
func (l *lottery) each() bool {
	return strings.Contains(l.output, "{}") || strings.Contains(l.output, "{:0")
}

// run reads the names, at most so many, has them drawn, and writes what comes out.
func (l *lottery) run(cmd *cobra.Command, files []string, most int,
	draw func(list *infile.List, seed order.Seed) (*parts, error)) error {
	seed, err := l.seed.Seed(cmd)
	if err != nil {
		return err
	}
	var out *dest.Set
	if !l.each() { // before anything is read
		if out, err = dest.New(cmd, l.output); err != nil {
			return err
		}
	}
	list, err := infile.ReadList(cmd, files, most)
	if err == nil && len(list.Names) == 0 {
		err = errors.New("there are no names")
	}
	if err != nil {
		return err
	}
	drawn, err := draw(list, seed)
	if err != nil {
		return err
	}
	var texts [][]byte
	for i, names := range drawn.names {
		key := ""
		if l.tsv {
			key = drawn.keys[i] + "\t"
		}
		texts = append(texts, []byte(key+strings.Join(names, "\n"+key)+"\n"))
	}
	switch {
	case l.each():
		names, err := dest.Names(l.output, drawn.labels)
		if err != nil {
			return err
		}
		if out, err = dest.New(cmd, names...); err != nil {
			return err
		}
	case l.tsv:
		texts = [][]byte{bytes.Join(texts, nil)}
	default:
		texts = [][]byte{drawn.text}
	}
	return out.WriteTexts(cmd.Context(), list.Files, texts...)
}
