package people

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/order"
)

// A santa is what "yates santa" was asked for.
type santa struct {
	lottery
	not    []string
	circle bool
}

// SantaCommand returns the command "yates santa".
func SantaCommand() *cobra.Command {
	s := santa{lottery: lottery{perm: 0o600}} // who reads all of it knows all secrets
	cmd := &cobra.Command{
		Use:   "santa [FLAG]... [FILE]...",
		Short: "draw who gives a present to whom",
		Long: `Santa draws who gives a present to whom among the names in FILEs, or on standard
input, one a line. Everybody gives one present and gets one, and nobody draws
their own name. Names must be distinct.

--not Ann=Bob keeps Ann and Bob from giving to each other; the list can have
more than two names. --not 'Ann>Bob' keeps Ann from giving to Bob, to whom she
gave last year, and lets Bob give to her.

--circle draws one circle: whoever follows the presents from giver to receiver
comes to everybody.

Every allowed draw is exactly equally likely. Santa tries draws until one is
allowed, and gives up after some seconds. With 100 people that happens less than
once in a billion draws if each is kept from at most 10 others.

With --seed, the draw depends on the seed, the number of names, --circle, and
the positions in the list of the names in --not. SPEC.md defines it.

With {} in the name of -o, santa prints nothing and writes a file for each
giver. {} becomes the giver's name, and the file has the receiver's name, so
nobody needs to see the whole draw. Only you can read what santa writes to
files, and it replaces none: remove those of an earlier draw first.`,
		Example: `  yates santa names.txt
  yates santa --not Ann=Bob --not Cleo=Dan=Eve names.txt
  yates santa --circle --not 'Ann>Bob' names.txt
  yates santa -o 'for-{}.txt' names.txt          a file for each giver`,
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			noteHeading(ui, args)
			return s.run(ctx, ui, args, s.draw)
		}),
	}
	cmd.Flags().StringArrayVar(&s.not, "not", nil, "keep `NAME=NAME...` apart; can be repeated")
	cmd.Flags().BoolVar(&s.circle, "circle", false, "draw one circle of all")
	s.register(cmd, "write to a new `FILE`; with {} in it, to one a giver")
	return cmd
}

// draw draws to whom each gives, and returns the files that say so.
func (s *santa) draw(ctx context.Context, list *infile.List, seed order.Seed) ([]string, [][]byte, error) {
	if twice := list.Repeated(); twice != "" {
		return nil, nil, errors.New(twice + "; add something to tell them apart")
	}
	kept, err := keptFrom(list, s.not, true)
	if err != nil {
		return nil, nil, err
	}
	files, one := []string{s.output}, !strings.Contains(s.output, "{}")
	if !one {
		if files, err = giftFiles(s.output, list.Names); err != nil {
			return nil, nil, err
		}
	}
	for i, name := range list.Names {
		if len(kept[i]) == len(kept)-1 {
			return nil, nil, fmt.Errorf("no draw is possible: %s may give to nobody", label.Name(name))
		}
	}
	how := handout.Gifts
	if s.circle {
		how = handout.Circle
	}
	to, err := process.Unblocked(ctx, func() ([]int, error) {
		return how(len(kept), func(i, j int) bool { return i != j && !kept[i][j] }, seed)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("%w: --not leaves too few, if any; use fewer of them, or divide the list", err)
	}
	if one {
		return files, [][]byte{handout.GiftsText(list.Names, to)}, nil
	}
	var texts [][]byte
	for _, j := range to {
		texts = append(texts, []byte(list.Names[j]+"\n"))
	}
	return files, texts, nil
}

// giftFiles returns a file for each giver, or refuses givers for whom there can be none.
func giftFiles(pattern string, givers []string) ([]string, error) {
	first := map[string]string{}
	for _, giver := range givers {
		folded, what := strings.ToLower(giver), ""
		if other, twice := first[folded]; twice {
			what = "and " + label.Name(other) + " would have the same file where case is ignored"
		} else if giver == "." || giver == ".." || strings.ContainsAny(giver, "/\x00"+string(os.PathSeparator)) {
			what = "cannot be part of a file name"
		}
		if what != "" {
			return nil, fmt.Errorf("%s %s; without {} in -o, everything goes to one file", label.Name(giver), what)
		}
		first[folded] = giver
	}
	return dest.Names(pattern, dest.Named(givers))
}
