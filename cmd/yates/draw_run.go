package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/quote"
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

	skips [][]uint64 // the entries that each --disqualify names
}

// newDrawRunCommand returns the command "yates draw run".
func newDrawRunCommand() *cobra.Command {
	var d drawRun
	cmd := &cobra.Command{
		Use:   "run [FLAG]... COMMIT [LIST]",
		Short: "draw when the time of a commitment has come",
		Long: `Run makes the draw of a commitment and prints its transcript, which anyone can check
with "yates draw verify". Publish it together with the commitment. The winners are
printed to standard error, with their names if LIST is given.

Before the draw, LIST is compared with the commitment. The beacon comes from drand's
public hosts, which are asked in turn, or from --beacon: a file, a URL, in which ROUND
stands for the number of the round, or the 96 hexadecimal digits of its signature. It
is always verified. If it is too
early, run says when the round comes; with --wait it waits for it.

There is only one draw of a commitment: whoever runs it again, anywhere, gets the same
winners. If a winner turns out to be ineligible, --disqualify skips the entry and says
why in the transcript; the next in the order that was drawn moves up. ENTRY is the
number of a line, or its text, which can be on several lines. A file that exists is
never replaced.

For a commitment of parties, --secret is given for each of them, in any order: the
digits or a file with them.`,
		Example: `  yates draw run -o raffle.draw raffle.commit entries.txt
  yates draw run --wait -o raffle.draw raffle.commit entries.txt
  yates draw run --disqualify 17=absent -o second.draw raffle.commit entries.txt`,
		Annotations:           map[string]string{frame.Brief: "wait beacon disqualify output", frame.Environment: drawEnvironment},
		DisableFlagsInUseLine: true,
		Args:                  drawArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			d.cmd, d.args = cmd, args
			return d.run()
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&d.wait, "wait", false, "wait until the round comes")
	flags.StringVar(&d.beacon, "beacon", "", "take the beacon from `FILE`, a URL, or 96 hexadecimal digits")
	flags.StringVar(&d.chain, "chain", "", "use the drand chain that `FILE` describes (default quicknet)")
	flags.DurationVar(&d.timeout, "timeout", 10*time.Second, "wait for the answer of each host at most for `TIME`")
	flags.StringArrayVar(&d.disqualified, "disqualify", nil, "skip an entry: `ENTRY=REASON`; can be repeated")
	flags.StringArrayVar(&d.secrets, "secret", nil, "use a party's secret: 64 digits or `FILE`; can be repeated")
	outputVar(flags, &d.output, "write to the new `FILE` instead of standard output")
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
	disqualified, err := d.disqualifications(c)
	if err != nil {
		return err
	}
	earlier, err := d.earlier(c)
	if err != nil {
		return err
	}
	var out *fileSet
	if earlier == nil {
		if out, err = newDrawFile(d.cmd, d.output); err != nil {
			return err
		}
	}
	t, err := d.draw(c, chain, earlier, disqualified)
	if err != nil {
		return err
	}
	d.needless(t)
	verdict, err := d.verify(t)
	if err != nil {
		return err
	}
	switch {
	case earlier == nil:
		if exists(d.cmd, d.output) { // made by another run
			return fmt.Errorf("%s came to be meanwhile, so it is left as it is", label.Name(d.output))
		}
		if err := out.writeDraw(writeText(t.Text())); err != nil {
			return err
		}
	case !bytes.Equal(earlier.Text(), t.Text()):
		return fmt.Errorf("%s has this draw with other disqualified entries; write to another file, so that both can be compared", label.Name(d.output))
	}
	const few = 100
	tell(d.cmd.ErrOrStderr(), fmt.Sprintf("%s\nThe SHA-256 of the commitment, to compare with the published one:\n\n    %s\n", winners(t, verdict.Names, few), verdict.Name))
	return nil
}

// commitment reads the commitment, compares the list with it, and returns its chain, or
// nil if it names parties.
func (d *drawRun) commitment() (*draw.Commitment, *draw.Chain, error) {
	const help = "yates draw run --help"
	if d.timeout <= 0 {
		return nil, nil, badUsage(help, "--timeout must be more than 0")
	}
	text, err := readText(d.cmd, d.args[0], drawtext.Commitment, d.args)
	if err != nil {
		return nil, nil, err
	}
	c, err := draw.ParseCommitment(text)
	if err != nil {
		return nil, nil, damaged(d.args[0], err)
	}
	var chain *draw.Chain
	if len(c.Parties) > 0 {
		if d.beacon != "" || d.chain != "" || d.wait {
			return nil, nil, badUsage(help, "the commitment names parties: give their secrets, and no beacon")
		}
	} else {
		if len(d.secrets) > 0 {
			return nil, nil, badUsage(help, "the commitment names a beacon, and no parties: it needs no --secret")
		}
		if chain, err = readChain(d.cmd, d.chain); err != nil {
			return nil, nil, err
		}
		if hash := chain.Hash(); hash != c.Chain {
			return nil, nil, badUsage(help, "the commitment is for the chain %s, not %s; see --chain", c.Chain, hash)
		}
		if !chain.Public() && d.beacon == "" {
			return nil, nil, badUsage(help, "the chain is not quicknet: give its beacon with --beacon")
		}
	}
	if len(d.args) < 2 {
		return c, chain, nil
	}
	list := d.args[1]
	if err := cmp.Or(twice(list), refuseText(d.cmd, list, "")); err != nil {
		return nil, nil, err
	}
	_, err = readInput(d.cmd, list, func(r io.Reader) (struct{}, error) {
		reason, err := c.Entries.Compare(r)
		if reason != nil {
			err = fmt.Errorf("this is not the list of the commitment: %w", reason)
		}
		return struct{}{}, err
	})
	return c, chain, err
}

// earlier returns the transcript that lies where the new one would, or nil.
func (d *drawRun) earlier(c *draw.Commitment) (*draw.Transcript, error) {
	if !exists(d.cmd, d.output) {
		return nil, nil
	}
	fail := func(format string) (*draw.Transcript, error) {
		return nil, fmt.Errorf(format+", and a draw replaces no file; choose another name", label.Name(d.output))
	}
	text, err := readText(d.cmd, d.output, drawtext.Transcript, nil)
	if err != nil {
		return fail("%s exists, is no transcript")
	}
	t, err := draw.ParseTranscript(text)
	if err != nil {
		return fail("%s exists, is a transcript that is wrong")
	}
	if t.Commitment.Name() != c.Name() {
		return fail("%s exists, is the transcript of another draw")
	}
	v, err := t.Verify(draw.Given{})
	if err != nil || !v.OK() {
		return fail("%s exists, is a transcript of this draw that is wrong")
	}
	return t, nil
}

// draw makes the draw: with what an earlier transcript has, or with what comes now.
func (d *drawRun) draw(c *draw.Commitment, chain *draw.Chain, earlier *draw.Transcript, disqualified map[uint64]string) (*draw.Transcript, error) {
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
	check := func(list io.Reader) (*draw.Verdict, error) { return t.Verify(draw.Given{List: list}) }
	var v *draw.Verdict
	var err error
	if len(d.args) < 2 {
		v, err = check(nil)
	} else {
		v, err = readInput(d.cmd, d.args[1], check)
	}
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
	secrets, found := make([]draw.Secret, len(c.Parties)), make([]bool, len(c.Parties))
	for _, value := range d.secrets {
		digits := value
		if !isHex(value) {
			text, err := readInput(d.cmd, value, func(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, 1<<10)) })
			if err != nil {
				return nil, err
			}
			digits = strings.TrimSpace(string(text))
		}
		secret, err := draw.ParseSecret(digits)
		if err != nil {
			return nil, fmt.Errorf("--secret: %w", err)
		}
		known := false
		for i, p := range c.Parties {
			if secret.Party(p.Name) == p {
				secrets[i], found[i], known = secret, true, true
			}
		}
		if !known {
			return nil, fmt.Errorf("--secret %s is the secret of no party of the commitment", label.Name(value))
		}
	}
	for i, p := range c.Parties {
		if !found[i] {
			return nil, fmt.Errorf("the secret of %s is missing; give it with --secret", label.Name(p.Name))
		}
	}
	return secrets, nil
}

// isHex reports whether a value looks like hexadecimal digits, and not like a file.
func isHex(value string) bool {
	return len(value) > 32 && strings.Trim(value, "0123456789abcdefABCDEF") == ""
}

// disqualifications returns the reason for each entry that is disqualified.
func (d *drawRun) disqualifications(c *draw.Commitment) (map[uint64]string, error) {
	texts, reasons := []string{}, []string{}
	for _, value := range d.disqualified {
		text, reason, ok := strings.Cut(value, "=")
		if text, reason = strings.TrimSpace(text), strings.TrimSpace(reason); !ok || text == "" || reason == "" {
			return nil, badUsage("yates draw run --help", "--disqualify %s is not an entry and a reason, such as '17=works for us'", label.Name(value))
		}
		texts, reasons = append(texts, text), append(reasons, reason)
	}
	lines, err := d.linesOf(texts)
	if err != nil {
		return nil, err
	}
	disqualified := make(map[uint64]string)
	for i, text := range texts {
		numbers, err := entryNumbers(text, lines[text], len(d.args) == 2)
		if err != nil {
			return nil, fmt.Errorf("--disqualify: %w", err)
		}
		for _, number := range numbers {
			if number > c.Entries.Count {
				return nil, fmt.Errorf("--disqualify: there is no entry %d: the list has %s", number, drawtext.Entries(c.Entries.Count))
			}
			if disqualified[number] != "" {
				return nil, fmt.Errorf("--disqualify names entry %d twice", number)
			}
			disqualified[number] = reasons[i]
		}
		d.skips = append(d.skips, numbers)
	}
	return disqualified, nil
}

// needless tells of disqualifications without effect, which may be mistakes.
func (d *drawRun) needless(t *draw.Transcript) {
	for _, numbers := range d.skips {
		if !slices.ContainsFunc(t.Places, func(p draw.Place) bool { return slices.Contains(numbers, p.Entry) }) {
			say(d.cmd.ErrOrStderr(), fmt.Sprintf("the draw does not come to entry %d, so there is nothing to disqualify", numbers[0]), "")
		}
	}
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

// linesOf returns the lines of the list that have each text.
func (d *drawRun) linesOf(texts []string) (map[string][]uint64, error) {
	if len(texts) == 0 || len(d.args) < 2 {
		return nil, nil
	}
	lines := make(map[string][]uint64)
	for _, text := range texts {
		lines[text] = nil
	}
	_, err := readInput(d.cmd, d.args[1], func(r io.Reader) (draw.Entries, error) {
		return draw.ScanEntries(r, func(number uint64, entry []byte) {
			if found, ok := lines[string(entry)]; ok {
				lines[string(entry)] = append(found, number)
			}
		})
	})
	return lines, err
}

// rerun returns the command line with another flag, to be pasted.
func (d *drawRun) rerun(flag string) string {
	q := quote.New()
	line := "yates draw run " + flag
	d.cmd.Flags().Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		switch list, ok := f.Value.(pflag.SliceValue); {
		case ok:
			values = list.GetSlice()
		case f.Name == "output":
			values = []string{d.output}
		}
		for _, value := range values {
			line += " --" + f.Name + " " + q.File(value)
		}
	})
	for _, arg := range d.args {
		line += " " + q.File(arg)
	}
	return line
}
