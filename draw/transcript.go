package draw

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/yates-shuffle/yates/order"
)

// A Place is a place in the order that the draw gave to the list.
type Place struct {
	Entry uint64 // its number, from 1 on
	// Skipped is why the entry was disqualified, or empty. The next one in the order moves up.
	Skipped string
	Prize   int // that the place wins or was drawn for: an index of Commitment.Prizes
}

// Sources are the randomness of a draw: what decided it, and was a secret when its commitment was published.
type Sources struct {
	Signature Signature // of the beacon's round, if the commitment names one
	Secrets   []Secret  // in the order of Commitment.Parties
}

// A Transcript is all that is needed to check a draw, except the list. It begins with the text of the commitment.
type Transcript struct {
	Commitment *Commitment
	Sources

	Seed   order.Seed
	Places []Place // the order of the list, as far as it is needed
}

// Draw draws with the beacon of the round that the commitment names, and with the secrets of all its parties, in any
// order.
//
// Entries that are found to be ineligible after the commitment was published are disqualified, by their number and with
// a reason: the others move up in the order that is drawn. There is never a second draw. The transcript has only those
// to which the draw comes. It is an error if the list has no such entry, or the commitment bars it.
func Draw(c *Commitment, from Sources, disqualified map[uint64]string) (*Transcript, error) {
	if _, err := c.Text(); err != nil {
		return nil, err
	}
	t := &Transcript{Commitment: c, Sources: Sources{Signature: from.Signature}}
	t.Secrets = append(t.Secrets, make([]Secret, len(c.Parties))...)
	for _, s := range from.Secrets {
		i := slices.IndexFunc(c.Parties, func(p Party) bool { return s.Party(p.Name) == p })
		if i < 0 {
			return nil, fmt.Errorf("the secret %s is that of no party of the commitment", s)
		}
		t.Secrets[i] = s
	}
	report := new(Report)
	if t.verifySources(report); len(report.Failed()) > 0 {
		return nil, errors.New(report.Failed()[0].Detail)
	}
	skips := c.bars()
	for entry, reason := range disqualified {
		if n := c.Entries.Count; entry < 1 || entry > n {
			return nil, fmt.Errorf("there is no entry %d to disqualify: the list has %d", entry, n)
		}
		if bad := badText(reason); bad != "" {
			return nil, fmt.Errorf("the reason to disqualify entry %d %s", entry, bad)
		}
		if skips[entry] != "" {
			return nil, fmt.Errorf("the commitment bars entry %d already", entry)
		}
		skips[entry] = reason
	}
	t.Seed = t.seed()
	t.Places = c.places(numbers(t.Seed, c.Entries.Count), skips)
	if n := len(t.Text()); n > MaxTranscript {
		return nil, fmt.Errorf("the transcript would have %d bytes, and %d are the limit", n, MaxTranscript)
	}
	return t, nil
}

// bars returns the entries that the commitment bars, and why.
func (c *Commitment) bars() map[uint64]string {
	bars := make(map[uint64]string)
	for _, b := range c.Barred {
		bars[b.Entry] = b.Reason
	}
	return bars
}

// Later returns the places that were skipped for another reason than that the commitment bars them.
func (t *Transcript) Later() (later []Place) {
	bars := t.Commitment.bars()
	for _, p := range t.Places {
		if p.Skipped != "" && bars[p.Entry] == "" {
			later = append(later, p)
		}
	}
	return later
}

// seed returns the seed that follows from the commitment and what nobody knew beforehand: the signature of the beacon's
// round and the secrets of the parties, one after the other. The commitment says how many there are, so no two draws
// share it.
func (t *Transcript) seed() order.Seed {
	sum := t.Commitment.Sum()
	b := append(fmt.Appendf(nil, "yates draw %d\x00", t.Commitment.version()), sum[:]...)
	if t.Commitment.Awaits() {
		b = append(b, t.Signature[:]...)
	}
	for _, s := range t.Secrets {
		b = append(b, s[:]...)
	}
	return sha256.Sum256(b)
}

// places returns the order of the list up to the last place of the last prize.
func (c *Commitment) places(order iter.Seq[uint64], disqualified map[uint64]string) []Place {
	var places []Place
	prize, won := 0, uint64(0)
	for entry := range order {
		if prize == len(c.Prizes) {
			break
		}
		reason := disqualified[entry]
		places = append(places, Place{entry, reason, prize})
		if reason != "" {
			continue
		}
		if won++; won == c.Prizes[prize].Count {
			prize, won = prize+1, 0
		}
	}
	return places
}

// Rank returns the rows of the table that the commitment ranks in the order of the seed. The first row is the header,
// and remains the first. It takes 2 bytes of memory for each ticket at most. It is an
// error if the table has not the columns, or other cells in them than it may, or a row is shorter or longer than the
// header. It panics if the commitment ranks nothing.
func (t *Transcript) Rank(rows [][]string) ([][]string, error) {
	columns := t.Commitment.Ranking()
	if columns == nil {
		panic("draw: Rank of a commitment that ranks nothing")
	}
	return rank(rows, columns, func(tickets uint64) iter.Seq[uint64] { return numbers(t.Seed, tickets) })
}

// Text returns the canonical text, the only one that [ParseTranscript] reads as t.
func (t *Transcript) Text() []byte {
	text, _ := write(t.describe)
	return text
}

// ParseTranscript reads the text of a transcript, which must be canonical: every other text is refused, with the number
// of the line. It does not check the draw: [Transcript.Verify] does.
func ParseTranscript(text []byte) (*Transcript, error) {
	t := &Transcript{Commitment: new(Commitment)}
	return parse("transcript", text, MaxTranscript, t, t.describe)
}

// describe describes the text of a transcript.
func (t *Transcript) describe(l *lines) {
	c := t.Commitment
	c.describe(l)
	l.is("")
	l.is(fmt.Sprintf("yates draw transcript %d", c.version()))
	if sum := c.Sum().String(); l.value("commitment", sum) != sum {
		l.fail("is not the SHA-256 of the commitment above, which is %s: one of them was changed", sum)
	}
	if chain := ChainOf(c.Beacon.Chain); chain != nil {
		l.is(fmt.Sprintf("key %x", chain.PublicKey))
		l.is(fmt.Sprintf("period %d", chain.Period))
		l.is(fmt.Sprintf("genesis %d", chain.Genesis))
		l.is("group " + chain.GroupHash.String())
		l.is("id " + chain.ID)
		l.fields("signature", l.hex(t.Signature[:]))
	}
	repeat(l, "secret", MaxPrizes, &t.Secrets, func(s *Secret) { l.fields("secret", l.hex(s[:])) })
	l.fields("seed", l.hex(t.Seed[:]))
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
				l.fields("skipped", number(l, &place.Entry, c.Entries.Count), l.title(&place.Skipped))
			} else {
				l.fields("winner", number(l, &place.Entry, c.Entries.Count))
				won++
			}
		}
	}
}
