package people

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cmd/yates/internal/drawfile"
	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/output"
)

// party is who keeps the secret.
const party = "sealed"

// commit writes the commitment to a list, and the secret.
func (a *allocation) commit(ctx context.Context, ui *frame.UI) error {
	secret := draw.NewSecret()
	c := &draw.Commitment{Title: cmp.Or(a.title, "Allocation list"), Rules: a.published(),
		Parties: []draw.Party{secret.Party(party)}}
	var err error
	if _, c.Entries, err = a.hide(secret); err == nil {
		err = c.Await(draw.Quicknet(), a.at, time.Now())
	}
	if err != nil {
		return err
	}
	text, err := c.Text()
	if err != nil {
		return err
	}
	out, err := dest.New(ui, output.Options{New: true, Perm: 0o600}, a.committed, a.secret)
	if err == nil {
		err = out.WriteTexts(ctx, text, []byte(secret.String()+"\n"))
	}
	if err == nil {
		err = ui.Tell(fmt.Sprintf("The SHA-256 of the commitment:\n\n    %s\n\n"+
			"Publish %s and this SHA-256 before %s (%s).\n"+
			"Keep %s: without it there is no list.\n", c.Name(), label.Name(a.committed), label.Moment(c.Time),
			drawtext.FromNow(c.Time, time.Now()), label.Name(a.secret)))
	}
	return err
}

// published returns the flags that shape the list, but for the sizes of blocks, which those who enrol must not know.
func (a *allocation) published() (args []string) {
	a.shape.VisitAll(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			values = several.GetSlice()
		}
		for _, value := range values {
			if f.Changed && f.Name != "blocks" {
				args = append(args, "--"+f.Name+"="+value)
			}
		}
	})
	return args
}

// hide returns the hidden list of the sizes, and identifies it.
func (a *allocation) hide(secret draw.Secret) ([]byte, draw.Entries, error) {
	var hidden bytes.Buffer
	h, err := draw.Hide(secret, strings.NewReader("--blocks="+a.blocks()), &hidden, io.Discard)
	if err != nil {
		return nil, draw.Entries{}, err
	}
	return hidden.Bytes(), h.Entries, nil
}

// blocks returns the sizes of blocks as they are typed.
func (a *allocation) blocks() string {
	return strings.Trim(a.shape.Lookup("blocks").Value.String(), "[]")
}

// open reads the transcript of a draw that --commit began, takes its flags, and verifies it with the sizes of blocks.
func (a *allocation) open(ctx context.Context, ui *frame.UI, name string, given draw.Given) (*draw.Transcript,
	*draw.Verdict, error) {
	t, v, err := drawfile.Transcript(ctx, ui, name)
	if err != nil || v != nil {
		return nil, v, err
	}
	c := t.Commitment
	if len(c.Prizes) > 0 || min(len(c.Parties), len(t.Secrets)) == 0 || c.Parties[0].Name != party {
		return nil, nil, fmt.Errorf("%s is a draw, but not of an allocation list", label.Name(infile.Name(name)))
	}
	a.shape.Usage = func() {} // a rule may be --help
	wrong := a.shape.Parse(c.Rules)
	if wrong != nil || !slices.Equal(a.published(), c.Rules) || len(c.Barred) > 0 ||
		a.shape.Changed("number") == a.shape.Changed("total") {
		wrong = errors.New("the rules are not the flags of an allocation list, each once, as --commit writes them")
	}
	hidden, _, err := a.hide(t.Secrets[0])
	if err == nil {
		given.List = bytes.NewReader(hidden)
		v, err = t.Verify(given)
	}
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(v.Findings, func(f draw.Finding) bool { return f.Name == "list" })
	sizes := &v.Findings[i]
	sizes.Name, sizes.Detail = "sizes", "these are the sizes of blocks that were committed to"
	if sizes.State == draw.Failed {
		sizes.Detail = "these are not the sizes of blocks that were committed to, in their order"
	} else if wrong == nil {
		wrong = a.parse(ui) // which the sizes of others could not pass
	}
	if wrong != nil {
		return nil, &draw.Verdict{Findings: []draw.Finding{{Name: "rules", State: draw.Failed,
			Detail: wrong.Error()}}}, nil
	}
	return t, v, nil
}

// verifyCommand returns the command "yates allocate verify".
func verifyCommand() *cobra.Command {
	a := newAllocation()
	var commitment string
	cmd := &cobra.Command{
		Use:   "verify --blocks SIZES [FLAG]... TRANSCRIPT LIST",
		Short: "check an allocation list that nobody could choose",
		Long: `Verify makes the list of a draw that "yates allocate --commit" began again, from
TRANSCRIPT and the sizes of blocks, and compares it with LIST. It checks the
commitment, the secret and the beacon, without a network.

It takes the list that --draw wrote with the columns of the commitment. If that
has kits in place of the arms, give the file of --key as well: without it, no
arm is checked, and the list is RIGHT, IF the kits had the right ones. Once the
trial is over, publish TRANSCRIPT, SIZES, LIST and the key: then anyone can do
this.`,
		Example: `  yates allocate verify --commitment trial.commit --blocks 4,6,8 trial.draw \
    list.csv`,
		Annotations: frame.Answers("what was given is right, without an IF", "it is wrong", frame.RightIf),
		Args:        cobra.ExactArgs(2),
		PreRunE:     frame.Needs([]string{"blocks"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return a.verify(ctx, ui, commitment, args)
		}),
	}
	cmd.Flags().AddFlag(a.shape.Lookup("blocks"))
	frame.FileVar(cmd.Flags(), &commitment, "commitment", "",
		"compare the commitment with `FILE`, or with its SHA-256")
	frame.FileVar(cmd.Flags(), &a.key, "key", "", "check the arms of the kits in `FILE`, too")
	return cmd
}

// verify prints the verdict on a list.
func (a *allocation) verify(ctx context.Context, ui *frame.UI, commitment string, args []string) error {
	sum, err := drawfile.Commitment(ctx, ui, commitment)
	if err != nil {
		return err
	}
	t, v, err := a.open(ctx, ui, args[0], draw.Given{Commitment: sum})
	if err != nil {
		return err
	}
	if t == nil || slices.ContainsFunc(v.Failed(), func(f draw.Finding) bool { return f.Name == "sizes" }) {
		return drawfile.Answer(ui, t, v, "") // no list to compare with follows from that
	}
	strata := a.Allocate(t.Seed)
	list, key := a.table(a.header(), strata), a.table(keyColumns, strata)
	looks := func(text, like []byte) bool { return bytes.HasPrefix(text, like[:bytes.IndexByte(like, '\n')+1]) }
	var found []draw.Finding
	for _, f := range []struct {
		what, name  string
		want, other []byte
	}{{"the list", args[1], list, key}, {"the key", a.key, key, list}} {
		if f.name == "" {
			continue
		}
		text, err := drawfile.Text(ctx, ui, f.name, drawfile.AList, drawfile.Whole)
		if err != nil {
			return err
		}
		state, detail := draw.Passed, f.what+" follows from the seed and the flags"
		if wrong := differ(text, f.want); wrong != "" {
			if looks(text, f.other) && !looks(text, f.want) {
				return frame.BadUsage("", "%s looks like the other file, and not like %s: LIST is the list, and --key "+
					"that of the arms", label.Name(infile.Name(f.name)), f.what)
			}
			state, detail = draw.Failed, wrong+" of "+f.what+" does not follow from the seed and the flags"
		}
		found = append(found, draw.Finding{Name: "allocations", State: state, Detail: detail})
	}
	if a.key == "" && !a.has("arm") {
		found = append(found, draw.Finding{Name: "arms", State: draw.Conditional,
			Detail: "the kits had the arms that --key, which is not given, would show"})
	}
	v.Findings = append(found, v.Findings...)
	return drawfile.Answer(ui, t, v, "")
}
