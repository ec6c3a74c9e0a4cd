package people

import (
	"bytes"
	"cmp"
	"context"
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

// A sealed is a seed that nobody can choose: the flags of its commitment.
type sealed struct {
	commit, secret, title string
	at                    time.Time
}

// party is who keeps the secret.
const party = "sealed"

func (s *sealed) register(flags *pflag.FlagSet) {
	frame.FileVar(flags, &s.commit, "commit", "", "commit to a list, in the new `FILE`, and make none")
	frame.FileVar(flags, &s.secret, "secret", "", "with --commit, keep the secret in the new `FILE`")
	flags.StringVar(&s.title, "title", "", "with --commit, call the trial `TEXT`")
	frame.MomentVar(flags, &s.at, "at", "with --commit, draw the seed at `TIME`", time.Now())
}

// commit writes the commitment to a list, and the secret.
func (a *allocation) commit(ctx context.Context, ui *frame.UI) error {
	s := &a.sealed
	secret := draw.NewSecret()
	c := &draw.Commitment{Title: cmp.Or(s.title, "Allocation list"), Rules: a.published(),
		Parties: []draw.Party{secret.Party(party)}}
	var err error
	if _, c.Entries, err = a.hide(secret); err == nil {
		err = c.Await(draw.Quicknet(), s.at, time.Now())
	}
	if err != nil {
		return err
	}
	text, err := c.Text()
	if err != nil {
		return err
	}
	out, err := dest.New(ui, output.Options{New: true, Perm: 0o600}, s.commit, s.secret)
	if err == nil {
		err = out.WriteTexts(ctx, nil, text, []byte(secret.String()+"\n"))
	}
	if err == nil {
		ui.Tell(fmt.Sprintf("The SHA-256 of the commitment:\n\n    %s\n\nPublish %s and this SHA-256 before %s (%s).\n"+
			"Keep %s: without it there is no list.\n", c.Name(), label.Name(s.commit), label.Moment(c.Time),
			drawtext.FromNow(c.Time, time.Now()), label.Name(s.secret)))
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
	h, err := draw.Hide(secret, strings.NewReader("--blocks="+a.blocks()), &hidden)
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
	t, err := drawfile.Text(ctx, ui, name, drawtext.Transcript, draw.ParseTranscript)
	if err != nil {
		return nil, nil, err
	}
	c := t.Commitment
	if len(c.Prizes) > 0 || len(t.Secrets) == 0 || c.Parties[0].Name != party {
		return nil, nil, fmt.Errorf("%s is a draw, but not of an allocation list", label.Name(infile.Name(name)))
	}
	if err := a.shape.Parse(c.Rules); err != nil {
		return nil, nil, infile.Error(infile.Name(name), err)
	}
	hidden, _, err := a.hide(t.Secrets[0])
	if err = cmp.Or(a.parse(ui), err); err != nil {
		return nil, nil, err
	}
	given.List = bytes.NewReader(hidden)
	v, err := t.Verify(given)
	for i := range v.Findings {
		if f := &v.Findings[i]; f.Name == "list" {
			f.Detail = map[draw.State]string{draw.Passed: "these are the sizes of blocks that were committed to",
				draw.Failed: "these are not the sizes of blocks that were committed to"}[f.State]
		}
	}
	return t, v, err
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

It takes the list that --draw wrote with the columns of the commitment. Once the
trial is over, publish TRANSCRIPT, SIZES and LIST, and anyone can do this.`,
		Example: `  yates allocate verify --commitment trial.commit --blocks 4,6,8 trial.draw \
    list.csv`,
		Annotations: map[string]string{frame.ExitStatuses: `  0    if and only if the list is right, without an IF
  1    if and only if it is wrong
  2    if and only if it was not checked, for a reason that standard error tells
  3    if and only if it is right if what the first line says is so
` + frame.Interrupted},
		Args:    cobra.ExactArgs(2),
		PreRunE: frame.Needs([]string{"blocks"}),
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			return a.verify(ctx, ui, commitment, args)
		}),
	}
	cmd.Flags().AddFlag(a.shape.Lookup("blocks"))
	cmd.Flags().StringVar(&commitment, "commitment", "", "compare the commitment with `FILE`, or with its SHA-256")
	return cmd
}

// verify prints the verdict on a list.
func (a *allocation) verify(ctx context.Context, ui *frame.UI, commitment string, args []string) error {
	sum, err := drawfile.Sum(ctx, ui, commitment, drawtext.Commitment, draw.ParseCommitment,
		(*draw.Commitment).Name)
	if err != nil {
		return err
	}
	list, err := drawfile.Text(ctx, ui, args[1], drawfile.AList, drawfile.Whole)
	if err != nil {
		return err
	}
	t, v, err := a.open(ctx, ui, args[0], draw.Given{Commitment: sum})
	if err != nil {
		return err
	}
	found := draw.Finding{Name: "allocations", Detail: "the list follows from the seed and the flags"}
	if !bytes.Equal(list, a.lists(t.Seed).table(a.header())) {
		found.State, found.Detail = draw.Failed, "the list does not follow from the seed and the flags"
	}
	v.Findings = slices.Insert(v.Findings, 0, found)
	text, answer := drawtext.Verdict(t, v, time.Now())
	if _, err := io.WriteString(ui.Out, text); err != nil || answer == draw.Right {
		return err
	}
	return frame.Verdict(drawtext.Status(answer))
}
