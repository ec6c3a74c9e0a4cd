package draw

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

const (
	maxCommitment = 2 << 20 // bytes: 1,000 prizes and 1,000 parties with their names
	timeForm      = "2006-01-02T15:04:05Z"
)

// A Prize is what is drawn, and how many entries win it. Alternates are a prize
// like others, usually the last one.
type Prize struct {
	Count uint64
	Name  string
}

// A Commitment says everything about a draw but the randomness. It is published
// before that exists.
//
// The randomness is either a beacon or the secrets of at least two parties.
type Commitment struct {
	Title   string
	Entries Entries
	Prizes  []Prize // in the order in which they are drawn

	Chain Sum       // the hash of the beacon's chain
	Round uint64    // the first at or after Time
	Time  time.Time // in UTC, whole seconds

	Parties []Party // instead of a beacon
}

// Await makes the first round of the chain at or after a time decide the draw. It is
// an error if the time is not in whole seconds, or if now, the caller's time, leaves
// less than [MinNotice] to publish the commitment.
func (c *Commitment) Await(chain *Chain, at, now time.Time) error {
	round, err := chain.Round(at)
	if err != nil {
		return err
	}
	comes, err := chain.Time(round)
	if err != nil {
		return err
	}
	if at.Nanosecond() != 0 {
		return fmt.Errorf("%s is not in whole seconds", at.UTC().Format(time.RFC3339Nano))
	}
	if comes.Before(now.Add(MinNotice)) {
		when := "is less than a minute ahead"
		if comes.Before(now) {
			when = "has passed"
		}
		return fmt.Errorf("%s %s, as it is %s now: a commitment must be published before its time", label.Moment(at),
			when, label.Moment(now))
	}
	c.Chain, c.Round, c.Time = chain.Hash(), round, at.UTC()
	return nil
}

// Places returns how many entries are drawn.
func (c *Commitment) Places() uint64 {
	var sum uint64
	for _, p := range c.Prizes {
		sum += p.Count
	}
	return sum
}

// Text returns the canonical text, the only one that [ParseCommitment] reads as c.
// It is an error if c is not a commitment.
func (c *Commitment) Text() ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return c.text(), nil
}

// Name returns the SHA-256 of the text, which names the commitment. The commitment
// must be one that Text accepts.
func (c *Commitment) Name() Sum { return sha256.Sum256(c.text()) }

func (c *Commitment) text() []byte { return render(c.describe) }

// ParseCommitment reads the text of a commitment, which must be canonical: every
// other text is refused with a [FormatError].
func ParseCommitment(text []byte) (*Commitment, error) {
	c := new(Commitment)
	return parse("commitment", text, maxCommitment, c, c.describe)
}

// describe describes the text of a commitment.
func (c *Commitment) describe(l *lines) {
	l.is("yates draw commitment 1")
	l.title("title", &c.Title)
	number(l, "entries", &c.Entries.Count, MaxEntries)
	l.hex("sha256", c.Entries.Sum[:])
	repeat(l, "prize", &c.Prizes, func(p *Prize) { l.counted("prize", &p.Count, MaxPlaces, &p.Name) })
	repeat(l, "party", &c.Parties, func(p *Party) { p.describe(l) })
	if len(c.Parties) == 0 {
		l.hex("chain", c.Chain[:])
		number(l, "round", &c.Round, 1<<63-1)
		moment := l.value("time", c.Time.UTC().Format(timeForm))
		if t, err := time.Parse(timeForm, moment); err != nil {
			l.fail("%s is not a time in the form %s", short(moment), timeForm)
		} else if l.reads() {
			c.Time = t
		}
	}
	if l.reads() {
		if err := c.check(); err != nil {
			l.failAt(0, "%v", err)
		}
	}
}

// check says what is wrong with a commitment.
func (c *Commitment) check() error {
	reason := badText(c.Title)
	switch {
	case reason != "":
		return errors.New("the title " + reason)
	case c.Entries.Count == 0:
		return errors.New("the list has no entries")
	case c.Entries.Count > MaxEntries:
		return fmt.Errorf("the list has more than %d entries", MaxEntries)
	case len(c.Prizes) == 0 || len(c.Prizes) > MaxPrizes:
		return fmt.Errorf("there must be 1 to %d prizes, not %d", MaxPrizes, len(c.Prizes))
	}
	var places uint64
	names := make(map[string]bool)
	for _, p := range c.Prizes {
		reason := badText(p.Name)
		switch {
		case reason != "":
			return fmt.Errorf("the name of prize %s %s", short(p.Name), reason)
		case names[p.Name]:
			return fmt.Errorf("two prizes are called %s", short(p.Name))
		case p.Count == 0:
			return fmt.Errorf("prize %s goes to nobody", short(p.Name))
		case p.Count > MaxPlaces-places:
			return fmt.Errorf("there are more than %d places", MaxPlaces)
		}
		names[p.Name] = true
		places += p.Count
	}
	switch year := c.Time.UTC().Year(); {
	case places > c.Entries.Count:
		return fmt.Errorf("there are %d places for %d entries", places, c.Entries.Count)
	case len(c.Parties) > 0:
		return checkParties(c.Parties)
	case c.Round == 0 || c.Time.Nanosecond() != 0 || year < 1 || year > 9999:
		return errors.New("there is no beacon's round and its time, in whole seconds, and there are no parties")
	}
	return nil
}
