package draw

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
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

// A Round is a future round of a beacon.
type Round struct {
	Chain  Sum    // the hash of the beacon's chain
	Number uint64 // of the first round at or after Commitment.Time
}

// A Bar says that an entry cannot win, and why.
type Bar struct {
	Entry  uint64
	Reason string
}

// A Commitment says everything about a draw but the randomness. It is published
// before that exists.
//
// The randomness is that of one beacon or several, of the secrets of at least two
// parties, or of both. Nobody can choose the winners as long as one of these sources is
// honest, but none of them may fail.
type Commitment struct {
	Title   string
	Entries Entries
	Prizes  []Prize  // in the order in which they are drawn; without any, the draw decides a seed alone
	Rules   []string // by which entries may be skipped, or what else must be known beforehand
	Barred  []Bar    // entries that will be skipped, by their numbers

	Parties []Party
	Beacons []Round
	Time    time.Time // of the rounds, in UTC, whole seconds
}

// version returns the version of the text: new kinds of commitments have another first line, and old ones keep theirs.
func (c *Commitment) version() uint64 {
	if len(c.Prizes) == 0 || len(c.Rules)+len(c.Barred) > 0 || len(c.Beacons) > 1 ||
		len(c.Beacons) == 1 && len(c.Parties) > 0 {
		return 2
	}
	return 1
}

// Await makes the first round of the chain at or after a time decide the draw, beside those that do so already. It is
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
	c.Beacons, c.Time = append(c.Beacons, Round{chain.Hash(), round}), at.UTC()
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
	version := c.version()
	number(l, "yates draw commitment", &version, 2) // the text is written again, so it must be the right one
	l.title("title", &c.Title)
	number(l, "entries", &c.Entries.Count, MaxEntries)
	l.hex("sha256", c.Entries.Sum[:])
	repeat(l, "prize", &c.Prizes, func(p *Prize) { l.counted("prize", &p.Count, MaxPlaces, &p.Name) })
	repeat(l, "rule", &c.Rules, func(rule *string) { l.title("rule", rule) })
	repeat(l, "barred", &c.Barred, func(b *Bar) { l.counted("barred", &b.Entry, MaxEntries, &b.Reason) })
	repeat(l, "party", &c.Parties, func(p *Party) { p.describe(l) })
	repeat(l, "chain", &c.Beacons, func(r *Round) {
		l.hex("chain", r.Chain[:])
		number(l, "round", &r.Number, 1<<63-1)
	})
	if len(c.Beacons) > 0 || len(c.Parties) == 0 {
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
	case max(len(c.Prizes), len(c.Rules), len(c.Barred)) > MaxPrizes:
		return fmt.Errorf("there are more than %d prizes, rules or barred entries", MaxPrizes)
	case len(c.Beacons) > MaxBeacons:
		return fmt.Errorf("there are more than %d beacons", MaxBeacons)
	case len(c.text()) > maxCommitment: // also in a transcript, which may be longer
		return fmt.Errorf("the commitment has more than %d bytes", maxCommitment)
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
	if places > c.Entries.Count {
		return fmt.Errorf("there are %d places for %d entries", places, c.Entries.Count)
	}
	return cmp.Or(c.checkSkips(), c.checkSources())
}

// checkSkips says what is wrong with the rules and the barred entries.
func (c *Commitment) checkSkips() error {
	for i, rule := range c.Rules {
		if reason := badText(rule); reason != "" {
			return fmt.Errorf("the rule %s %s", short(rule), reason)
		}
		if slices.Contains(c.Rules[:i], rule) {
			return fmt.Errorf("the rule %s is there twice", short(rule))
		}
	}
	last := uint64(0)
	for _, b := range c.Barred {
		if b.Entry <= last || b.Entry > c.Entries.Count {
			return fmt.Errorf("barred entries go from 1 to %d, each once, in their order; %d does not",
				c.Entries.Count, b.Entry)
		}
		if reason := badText(b.Reason); reason != "" {
			return fmt.Errorf("the reason to bar entry %d %s", b.Entry, reason)
		}
		last = b.Entry
	}
	return nil
}

// checkSources says what is wrong with the parties and the beacons.
func (c *Commitment) checkSources() error {
	if len(c.Beacons) == 0 && len(c.Parties) == 0 {
		return errors.New("there is no beacon and its time, and there are no parties")
	}
	chains := make(map[Sum]bool)
	for _, r := range c.Beacons {
		switch year := c.Time.UTC().Year(); {
		case r.Number == 0 || c.Time.Nanosecond() != 0 || year < 1 || year > 9999:
			return errors.New("there is no beacon's round and its time, in whole seconds")
		case chains[r.Chain]:
			return fmt.Errorf("the chain %s is there twice", r.Chain)
		}
		chains[r.Chain] = true
	}
	if len(c.Beacons) == 0 && len(c.Parties) < 2 {
		return fmt.Errorf("there must be 2 to %d parties, not %d", MaxPrizes, len(c.Parties))
	}
	return checkParties(c.Parties)
}
