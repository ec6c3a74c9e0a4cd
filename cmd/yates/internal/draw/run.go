package draw

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cmd/yates/internal/dest"
	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
)

// A drawRun is what "yates draw run" was asked for.
type drawRun struct {
	beacon, chain         string
	secrets, disqualified []string
	wait                  bool
	timeout               time.Duration
	output                string

	cmd  *cobra.Command
	args []string // the commitment, and the list if it was given
}

// runCommand returns the command "yates draw run".
func runCommand() *cobra.Command {
	var d drawRun
	cmd := &cobra.Command{
		Use:   "run [FLAG]... COMMIT [LIST]",
		Short: "draw when the time of a commitment has come",
		Long: `Run makes the draw of a commitment and prints its transcript, which anyone can
check with "yates draw verify". Publish the transcript with the commitment. The
winners are printed to standard error, with their names if LIST is given.

Before the draw, LIST is compared with the commitment. The beacon comes from
drand's public hosts, or from --beacon, and is always verified. In a URL of
--beacon, ROUND stands for the number of the round.

A commitment has only one draw: whoever runs it again, anywhere, gets the same
winners. If a winner turns out to be ineligible, --disqualify skips the entry,
and the next in the order that was drawn moves up. The transcript says why.
ENTRY is the number of a line, or the text of one or several lines.`,
		Example: `  yates draw run -o raffle.draw raffle.commit entries.txt
  yates draw run --wait -o raffle.draw raffle.commit entries.txt
  yates draw run --disqualify 17=absent -o second.draw raffle.commit entries.txt`,
		Annotations: map[string]string{
			frame.Brief: "wait beacon disqualify output", frame.Environment: drawEnvironment,
		},
		Args: drawArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			d.cmd, d.args = cmd, args
			return d.run()
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&d.wait, "wait", false, "wait until the round comes")
	flags.StringVar(&d.beacon, "beacon", "", "read the beacon: `FILE`, URL or 96 hex digits")
	flags.StringVar(&d.chain, "chain", "", "use the drand chain in `FILE` (default quicknet)")
	flags.DurationVar(&d.timeout, "timeout", 10*time.Second, "wait at most `TIME` for each host")
	flags.StringArrayVar(&d.disqualified, "disqualify", nil, "skip an entry: `ENTRY=REASON`; can be repeated")
	flags.StringArrayVar(&d.secrets, "secret", nil, "add a party's secret: 64 digits or `FILE`")
	dest.Var(flags, &d.output, "write to a new `FILE`, not to standard output")
	return cmd
}

const drawEnvironment = `  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                     the proxies to use, and for which hosts none`

// run draws.
func (d *drawRun) run() error {
	c, chain, err := d.commitment()
	if err != nil {
		return err
	}
	skips, disqualified, err := d.disqualifications(c)
	if err != nil {
		return err
	}
	earlier, err := d.earlier(c)
	if err != nil {
		return err
	}
	var out *dest.Set
	if earlier == nil {
		if out, err = newDrawFile(d.cmd, d.output); err != nil {
			return err
		}
	}
	t, err := d.draw(c, chain, earlier, disqualified)
	if err != nil {
		return err
	}
	for _, numbers := range skips { // without effect, it may be a mistake
		if !slices.ContainsFunc(t.Places, func(p draw.Place) bool { return slices.Contains(numbers, p.Entry) }) {
			without := "the draw does not come to entry %d, so there is nothing to disqualify"
			frame.Say(d.cmd, fmt.Sprintf(without, numbers[0]), "")
		}
	}
	verdict, err := d.verify(t)
	if err != nil {
		return err
	}
	switch {
	case earlier == nil && exists(d.cmd, d.output): // made by another run
		return fmt.Errorf("%s came to be meanwhile, so it is left as it is", label.Name(d.output))
	case earlier == nil:
		if err := writeDraw(out, writeText(t.Text())); err != nil {
			return err
		}
	case !bytes.Equal(earlier.Text(), t.Text()):
		return fmt.Errorf("%s has another transcript of this draw; write to another file, so that both can be compared",
			label.Name(d.output))
	}
	const few = 100
	frame.Tell(d.cmd, fmt.Sprintf(`%s
The SHA-256 of the commitment, to compare with the published one:

    %s
`, winners(t, verdict.Names, few), verdict.Name))
	return nil
}

// commitment reads the commitment, compares the list with it, and returns its chain, or
// nil if it names parties.
func (d *drawRun) commitment() (c *draw.Commitment, chain *draw.Chain, err error) {
	const help = "yates draw run --help"
	if d.timeout <= 0 {
		return nil, nil, frame.BadUsage(help, "--timeout must be more than 0")
	}
	if c, err = readAs(d.cmd, d.args[0], drawtext.Commitment, draw.ParseCommitment); err != nil {
		return nil, nil, err
	}
	parties := len(c.Parties) > 0
	if !parties {
		if chain, err = readChain(d.cmd, d.chain); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case parties && (d.beacon != "" || d.chain != "" || d.wait):
		err = frame.BadUsage(help, "the commitment names parties: give their secrets, and no beacon")
	case !parties && len(d.secrets) > 0:
		err = frame.BadUsage(help, "the commitment names a beacon, and no parties: it needs no --secret")
	case !parties && chain.Hash() != c.Chain:
		err = frame.BadUsage(help, "the commitment is for the chain %s, not %s; see --chain", c.Chain, chain.Hash())
	case !parties && !chain.Public() && d.beacon == "":
		err = frame.BadUsage(help, "the chain is not quicknet: give its beacon with --beacon")
	case len(d.args) == 2:
		if err = twice(d.args[1]); err == nil {
			_, err = readList(d.cmd, d.args[1], func(r io.Reader) (struct{}, error) {
				reason, err := c.Entries.Compare(r, func(uint64, []byte) {})
				if reason != nil {
					err = fmt.Errorf("this is not the list of the commitment: %w", reason)
				}
				return struct{}{}, err
			})
		}
	}
	return c, chain, err
}

// earlier returns the transcript of the draw that lies where the new one would, or nil.
func (d *drawRun) earlier(c *draw.Commitment) (*draw.Transcript, error) {
	if !exists(d.cmd, d.output) {
		return nil, nil
	}
	t, err := readAs(d.cmd, d.output, drawtext.Transcript, draw.ParseTranscript)
	if err != nil || t.Commitment.Name() != c.Name() {
		const other = "%s exists, is not a transcript of this draw, and is never replaced; choose another name"
		return nil, fmt.Errorf(other, label.Name(d.output))
	}
	return t, nil
}

// draw makes the draw: with what an earlier transcript has, or with what comes now.
func (d *drawRun) draw(c *draw.Commitment, chain *draw.Chain, earlier *draw.Transcript,
	disqualified map[uint64]string) (*draw.Transcript, error) {
	if chain == nil {
		secrets, err := d.revealed(c)
		if err != nil {
			return nil, err
		}
		return draw.DrawSecrets(c, secrets, disqualified)
	}
	if earlier != nil {
		return draw.Draw(c, chain, draw.Beacon{Round: c.Round, Signature: earlier.Signature}, disqualified)
	}
	b, err := d.getBeacon(c, chain)
	if err != nil {
		return nil, err
	}
	return draw.Draw(c, chain, b, disqualified)
}

// verify checks the transcript before anybody sees it, and finds the names of the winners.
func (d *drawRun) verify(t *draw.Transcript) (*draw.Verdict, error) {
	v, err := verifyWith(d.cmd, t, draw.Given{}, d.args[1:])
	if err != nil {
		return nil, err
	}
	for _, f := range v.Findings {
		if f.State == draw.Failed {
			return nil, errors.New(f.Detail) // the list was changed meanwhile
		}
	}
	return v, nil
}

// revealed returns the secrets in the order of the parties.
func (d *drawRun) revealed(c *draw.Commitment) ([]draw.Secret, error) {
	secrets := make(map[draw.Party]draw.Secret)
	for _, value := range d.secrets {
		parse := func(text []byte) (draw.Secret, error) { return draw.ParseSecret(strings.TrimSpace(string(text))) }
		secret, err := parse([]byte(value))
		if !isHex(value) {
			secret, err = readParsed(d.cmd, value, parse)
		}
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(c.Parties, func(p draw.Party) bool { return secret.Party(p.Name) == p })
		if i < 0 {
			return nil, fmt.Errorf("--secret %s is the secret of no party of the commitment", label.Name(value))
		}
		secrets[c.Parties[i]] = secret
	}
	var all []draw.Secret
	for _, p := range c.Parties {
		secret, ok := secrets[p]
		if !ok {
			return nil, fmt.Errorf("the secret of %s is missing; give it with --secret", label.Name(p.Name))
		}
		all = append(all, secret)
	}
	return all, nil
}

// disqualifications returns the entries that each --disqualify names, and the reason for
// each entry.
func (d *drawRun) disqualifications(c *draw.Commitment) (skips [][]uint64, reasons map[uint64]string, err error) {
	texts, why := []string{}, []string{}
	lines := make(map[string][]uint64)
	for _, value := range d.disqualified {
		text, reason, _ := strings.Cut(value, "=")
		if text, reason = strings.TrimSpace(text), strings.TrimSpace(reason); text == "" || reason == "" {
			return nil, nil, frame.BadUsage("yates draw run --help",
				"--disqualify %s is not an entry and a reason, such as '17=works for us'", label.Name(value))
		}
		texts, why, lines[text] = append(texts, text), append(why, reason), nil
	}
	if len(texts) > 0 && len(d.args) == 2 {
		_, err := readInput(d.cmd, d.args[1], func(r io.Reader) (draw.Entries, error) {
			return draw.ScanEntries(r, func(number uint64, entry []byte) {
				if found, ok := lines[string(entry)]; ok {
					lines[string(entry)] = append(found, number)
				}
			})
		})
		if err != nil {
			return nil, nil, err
		}
	}
	reasons = make(map[uint64]string)
	for i, text := range texts {
		numbers, err := entryNumbers(text, lines[text], len(d.args) == 2)
		if err != nil {
			return nil, nil, fmt.Errorf("--disqualify: %w", err)
		}
		for _, number := range numbers {
			if number > c.Entries.Count {
				return nil, nil, fmt.Errorf("--disqualify: there is no entry %d: the list has %s",
					number, drawtext.Entries(c.Entries.Count))
			}
			if reasons[number] != "" {
				return nil, nil, fmt.Errorf("--disqualify names entry %d twice", number)
			}
			reasons[number] = why[i]
		}
		skips = append(skips, numbers)
	}
	return skips, reasons, nil
}

// entryNumbers returns the entries that a text means: #17 is a number, 17 as well unless
// another entry has that text, and everything else is the text of one or more entries.
func entryNumbers(text string, lines []uint64, listed bool) ([]uint64, error) {
	digits, marked := strings.CutPrefix(text, "#")
	number, err := strconv.ParseUint(digits, 10, 63)
	isNumber := err == nil && number > 0
	switch {
	case isNumber && (marked || len(lines) == 0 || len(lines) == 1 && lines[0] == number):
		return []uint64{number}, nil
	case isNumber:
		other := lines[len(lines)-1]
		return nil, fmt.Errorf("%s is a number, and the text of line %d; write #%d or #%d", text, other, number, other)
	case len(lines) > 0:
		return lines, nil
	case !listed:
		return nil, fmt.Errorf("%s is no number, and no list is given to look it up in", label.Name(text))
	}
	return nil, fmt.Errorf("%s is not in the list", label.Name(text))
}
