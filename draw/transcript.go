package draw

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// A Place is a place in the order that the draw gave to the list.
type Place struct {
	Entry uint64 // its number, from 1 on
	// Skipped is why the entry was disqualified, or empty. The next one in the order
	// moves up.
	Skipped string
	Prize   int // that the place wins or was drawn for: an index of Commitment.Prizes
}

// A Transcript is all that is needed to check a draw, except the list. It begins with
// the text of the commitment.
type Transcript struct {
	Commitment *Commitment

	Chain     *Chain // nil if parties revealed secrets
	Signature Signature
	Secrets   []Secret // in the order of Commitment.Parties

	Seed   order.Seed
	Places []Place // the order of the list, as far as it is needed
}

// Draw draws with the beacon of the round that the commitment names.
//
// Entries that are found to be ineligible after the commitment was published are
// disqualified, by their number and with a reason: the others move up in the order
// that is drawn. There is never a second draw. The transcript has only those to which
// the draw comes. It is an error if the list has no such entry.
func Draw(c *Commitment, chain *Chain, b Beacon, disqualified map[uint64]string) (*Transcript, error) {
	t := &Transcript{Commitment: c, Chain: chain, Signature: b.Signature}
	switch {
	case len(c.Parties) > 0:
		return nil, errors.New("the commitment names parties, and no beacon")
	case b.Round != c.Round:
		return nil, fmt.Errorf("the beacon is of round %d, and the commitment names round %d", b.Round, c.Round)
	}
	if err := cmp.Or(chain.check(), differ("the commitment names the chain", c.Chain, chain.Hash()), t.checkRound(),
		chain.Verify(b)); err != nil {
		return nil, err
	}
	return t.draw(disqualified)
}

// DrawSecrets is [Draw] with the secrets of all parties that the commitment names, in any
// order.
func DrawSecrets(c *Commitment, secrets []Secret, disqualified map[uint64]string) (*Transcript, error) {
	ordered := make([]Secret, len(c.Parties))
	for _, s := range secrets {
		i := slices.IndexFunc(c.Parties, func(p Party) bool { return s.Party(p.Name) == p })
		if i < 0 {
			return nil, fmt.Errorf("the secret %s is that of no party of the commitment", s)
		}
		ordered[i] = s
	}
	if err := checkSecrets(c.Parties, ordered); err != nil {
		return nil, err
	}
	return (&Transcript{Commitment: c, Secrets: ordered}).draw(disqualified)
}

func (t *Transcript) draw(disqualified map[uint64]string) (*Transcript, error) {
	if err := t.Commitment.check(); err != nil {
		return nil, err
	}
	for entry, reason := range disqualified {
		if n := t.Commitment.Entries.Count; entry < 1 || entry > n {
			return nil, fmt.Errorf("there is no entry %d to disqualify: the list has %d", entry, n)
		}
		if bad := badText(reason); bad != "" {
			return nil, fmt.Errorf("the reason to disqualify entry %d %s", entry, bad)
		}
	}
	t.Seed = seedOf(t.Commitment.Name(), t.random())
	t.Places = t.Commitment.places(numbers(t.Seed, t.Commitment.Entries.Count), disqualified)
	if n := len(t.Text()); n > MaxTranscript {
		return nil, fmt.Errorf("the transcript would have %d bytes, and %d are the limit", n, MaxTranscript)
	}
	return t, nil
}

// random returns the part of the seed that nobody knew beforehand.
func (t *Transcript) random() []byte {
	if t.Chain != nil {
		return t.Signature[:]
	}
	var b []byte
	for _, s := range t.Secrets {
		b = append(b, s[:]...)
	}
	return b
}

// places returns the order of the list up to the last place of the last prize.
func (c *Commitment) places(order iter.Seq[uint64], disqualified map[uint64]string) []Place {
	var places []Place
	prize, won := 0, uint64(0)
	for entry := range order {
		reason := disqualified[entry]
		places = append(places, Place{entry, reason, prize})
		if reason != "" {
			continue
		}
		if won++; won == c.Prizes[prize].Count {
			prize, won = prize+1, 0
		}
		if prize == len(c.Prizes) {
			break
		}
	}
	return places
}

// checkRound compares the round with the time.
func (t *Transcript) checkRound() error {
	round, err := t.Chain.Round(t.Commitment.Time)
	if err == nil && round != t.Commitment.Round {
		err = fmt.Errorf("round %d is not the first at or after %s, which is round %d", t.Commitment.Round,
			label.Moment(t.Commitment.Time), round)
	}
	return err
}

// Text returns the canonical text, the only one that [ParseTranscript] reads as t.
func (t *Transcript) Text() []byte { return render(t.describe) }

// ParseTranscript reads the text of a transcript, which must be canonical: every other
// text is refused with a [FormatError]. It does not check the draw:
// [Transcript.Verify] does.
func ParseTranscript(text []byte) (*Transcript, error) {
	t := &Transcript{Commitment: new(Commitment)}
	return parse("transcript", text, MaxTranscript, t, t.describe)
}

// describe describes the text of a transcript.
func (t *Transcript) describe(l *lines) {
	c := t.Commitment
	c.describe(l)
	l.is("")
	l.is("yates draw transcript 1")
	if name := c.Name().String(); l.value("commitment", name) != name {
		l.fail("is not the SHA-256 of the commitment above, which is %s: one of them was changed", name)
	}
	if len(c.Parties) == 0 {
		if l.reads() {
			t.Chain = new(Chain)
		}
		l.hex("key", t.Chain.PublicKey[:])
		number(l, "period", &t.Chain.Period, 1<<32-1)
		number(l, "genesis", &t.Chain.Genesis, 1<<63-1)
		l.hex("group", t.Chain.GroupHash[:])
		l.title("id", &t.Chain.ID)
		l.hex("signature", t.Signature[:])
	}
	repeat(l, "secret", &t.Secrets, func(s *Secret) { l.hex("secret", s[:]) })
	l.hex("seed", t.Seed[:])
	next := 0
	more := func() bool { return l.rest != "" || !l.reads() && next < len(t.Places) }
	for i, p := range c.Prizes {
		if !more() {
			break // every entry was drawn
		}
		l.is(fmt.Sprintf("prize %d %s", p.Count, p.Name))
		for won := uint64(0); won < p.Count && more(); next++ {
			if l.reads() {
				t.Places = append(t.Places, Place{Prize: i})
			}
			place := &t.Places[next]
			if l.more("skipped", place.Skipped != "") {
				l.counted("skipped", &place.Entry, c.Entries.Count, &place.Skipped)
			} else {
				number(l, "winner", &place.Entry, c.Entries.Count)
				won++
			}
		}
	}
}
