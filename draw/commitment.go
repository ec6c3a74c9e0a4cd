package draw

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

const (
	maxCommitment = 2 << 20 // bytes: 1,000 prizes and 1,000 parties with their names
	timeForm      = "2006-01-02T15:04:05Z"
)

// A Prize is what is drawn, and how many entries win it. Alternates are a prize like others, usually the last one.
type Prize struct {
	Count uint64
	Name  string
}

// A Bar says that an entry cannot win, and why.
type Bar struct {
	Entry  uint64
	Reason string
}

// A Commitment says everything about a draw but the randomness. It is published before that exists.
//
// The randomness is that of a beacon, of the secrets of at least two parties, or of a beacon and of secrets. Nobody can
// choose the winners as long as one of these sources is honest, but none of them may fail.
type Commitment struct {
	Title   string
	Entries Entries
	Prizes  []Prize  // in the order in which they are drawn; without any, the draw decides a seed alone
	Rules   []string // by which entries may be skipped, or what else must be known beforehand
	Barred  []Bar    // entries that will be skipped, by their numbers

	Parties []Party
	Beacon  Round     // or the zero Round, if parties draw without one
	Time    time.Time // of the round, in UTC, whole seconds
}

// version returns the version of the text: new kinds of commitments have another first line, and old ones keep theirs.
func (c *Commitment) version() uint64 {
	if len(c.Prizes) == 0 || len(c.Rules)+len(c.Barred) > 0 || c.Awaits() && len(c.Parties) > 0 {
		return 2
	}
	return 1
}

// Awaits reports whether a beacon decides the draw, alone or beside parties.
func (c *Commitment) Awaits() bool { return c.Beacon != Round{} }

// Await makes the first round of the chain at or after a time decide the draw. It is an error if now,
// the caller's time, leaves less than [MinNotice] to publish the commitment.
func (c *Commitment) Await(chain *Chain, at, now time.Time) error {
	round, err := chain.Round(at)
	if err != nil {
		return err
	}
	if at.Before(now.Add(MinNotice)) {
		when := "is less than a minute ahead"
		if at.Before(now) {
			when = "has passed"
		}
		return fmt.Errorf("%s %s, as it is %s now: a commitment must be published before its time", label.Moment(at),
			when, label.Moment(now))
	}
	c.Beacon, c.Time = Round{chain.Hash(), round}, at.UTC()
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

// Size says in words how large the list is.
func (c *Commitment) Size() string {
	n := int64(c.Entries.Count)
	if c.Ranking() != nil {
		return label.Plural(n-1, "line") + " below a header"
	}
	return label.Plural(n, "entry")
}

// Ranking returns by which columns the commitment ranks a table, or nil: that of the names, that of their groups, of
// which the smallest is ranked first, and that of how many tickets they have. The last two are "" if there are none.
func (c *Commitment) Ranking() (columns []string) {
	rules := append(slices.Clone(c.Rules), "")
	of, known := strings.CutPrefix(rules[0], rankRule)
	columns = strings.Split(of, ",")
	if c.First() > 0 {
		rules = rules[1:]
	}
	other := func(rule string) bool { return strings.HasPrefix(rule, "--") } // which later versions may know
	if !known || columns[0] == "" || columns[len(columns)-1] == "" || len(columns) > 3 ||
		len(c.Prizes)+len(c.Barred) > 0 || slices.ContainsFunc(rules[1:], other) {
		return nil
	}
	return append(columns, "", "")[:3]
}

// RankBy makes the commitment rank a table by its columns, of which there can be one, two or three, as those of
// [Commitment.Ranking]. The first rows of the ranked list win, as many as first says, or 0 if the commitment is not to
// say it. It is an error, and the commitment stays as it is, if it draws prizes or bars entries, or has a rule that
// begins with "--".
func (c *Commitment) RankBy(first uint64, columns ...string) error {
	by := strings.Join(columns, ",")
	rules := []string{rankRule + strings.TrimRight(by, ",")}
	if first > 0 {
		rules = append(rules, firstRule+strconv.FormatUint(first, 10))
	}
	ranked := *c
	ranked.Rules = append(rules, c.Rules...)
	if strings.Count(by, ",") >= len(columns) || ranked.Ranking() == nil { // a name with a comma would be two
		return errors.New("no ranked list follows from these columns beside the prizes, rules and bars")
	}
	*c = ranked
	return nil
}

const (
	rankRule  = "--rank="  // begins the first rule of a ranking, and no rule of another commitment
	firstRule = "--first=" // begins the second one, if it says how many rows win
)

// First returns how many rows of the ranked list win, or 0 if the commitment does not say it.
func (c *Commitment) First() uint64 {
	digits, fixed := strings.CutPrefix(append(slices.Clone(c.Rules), "", "")[1], firstRule)
	if n, ok := whole(digits); fixed && ok {
		return n
	}
	return 0
}

// Text returns the canonical text, the only one that [ParseCommitment] reads as c.
// It is an error if c is not a commitment.
func (c *Commitment) Text() ([]byte, error) {
	text, err := write(c.describe)
	if err != nil {
		return nil, err
	}
	return text, nil
}

// Sum returns the SHA-256 of the text, which names the commitment. The commitment must be one that Text accepts.
func (c *Commitment) Sum() Sum {
	text, _ := write(c.describe)
	return sha256.Sum256(text)
}

// ParseCommitment reads the text of a commitment, which must be canonical: every
// other text is refused, with the number of the line.
func ParseCommitment(text []byte) (*Commitment, error) {
	c := new(Commitment)
	return parse("commitment", text, maxCommitment, c, c.describe)
}

// describe describes the text of a commitment.
func (c *Commitment) describe(l *lines) {
	version := c.version()
	// The text is written again, so the version must be the right one.
	l.fields("yates draw commitment", number(l, &version, 2))
	l.fields("title", l.title(&c.Title))
	l.fields("entries", number(l, &c.Entries.Count, MaxEntries))
	l.fields("sha256", l.hex(c.Entries.Sum[:]))
	repeat(l, "prize", MaxPrizes, &c.Prizes, func(p *Prize) {
		l.fields("prize", number(l, &p.Count, MaxPlaces), l.title(&p.Name))
	})
	repeat(l, "rule", MaxPrizes, &c.Rules, func(rule *string) { l.fields("rule", l.title(rule)) })
	repeat(l, "barred", MaxPrizes, &c.Barred, func(b *Bar) {
		l.fields("barred", number(l, &b.Entry, c.Entries.Count), l.title(&b.Reason))
	})
	repeat(l, "party", MaxPrizes, &c.Parties, func(p *Party) { p.describe(l) })
	if l.more("chain", c.Awaits()) || len(c.Parties) == 0 {
		l.fields("chain", l.hex(c.Beacon.Chain[:]))
		l.fields("round", number(l, &c.Beacon.Number, 1<<63-1))
		l.fields("time", l.time(&c.Time))
	}
	if l.size > maxCommitment { // also in a transcript, which may be longer
		l.failAt(0, "the commitment has more than %d bytes", maxCommitment)
	}
	if err := c.check(); err != nil {
		l.failAt(0, "%v", err)
	}
}

// time is a time in UTC. One with a part of a second, or a year that has not four digits, is not what it is written as.
func (l *lines) time(t *time.Time) field {
	form := timeForm
	if !l.reads() {
		form = time.RFC3339Nano
	}
	return field{t.UTC().Format(form), func(text string) error {
		v, err := time.Parse(timeForm, text)
		if err != nil || v.Year() == 0 || v.Nanosecond() > 0 {
			return fmt.Errorf("%s is not a time in the form %s", short(text), timeForm)
		}
		if l.reads() {
			*t = v
		}
		return nil
	}}
}

// check says what is wrong with a commitment whose lines are right.
func (c *Commitment) check() error {
	left := uint64(MaxPlaces)
	for _, p := range c.Prizes {
		if p.Count > left {
			return fmt.Errorf("there are more than %d places", MaxPlaces)
		}
		left -= p.Count
	}
	switch n, free := c.Places(), int64(c.Entries.Count)-int64(len(c.Barred)); {
	case int64(n) > free:
		return fmt.Errorf("there are %d places for %s not barred", n, label.Plural(free, "entry"))
	case !c.Awaits() && len(c.Parties) < 2:
		return errors.New("there must be a beacon and its time, or at least two parties")
	case c.Awaits() && ChainOf(c.Beacon.Chain) == nil:
		return fmt.Errorf("the chain %s is none that this version knows", c.Beacon.Chain)
	}
	ranks := func(rule string) bool { return strings.HasPrefix(rule, rankRule) }
	if slices.ContainsFunc(c.Rules, ranks) && c.Ranking() == nil {
		return errors.New("a rule begins with " + rankRule + ", but no ranked list follows from it and the others")
	}
	for i := range c.Barred {
		if i > 0 && c.Barred[i].Entry <= c.Barred[i-1].Entry {
			return fmt.Errorf("barred entries go in their order, each once; %d does not", c.Barred[i].Entry)
		}
	}
	return cmp.Or(
		differAll("prizes are called", c.Prizes, func(p Prize) string { return p.Name }),
		differAll("rules are", c.Rules, func(rule string) string { return rule }),
		differAll("parties are called, at least by case and width,", c.Parties, func(p Party) string {
			return string(fold([]byte(p.Name)))
		}),
		differAll("parties have the SHA-256", c.Parties, func(p Party) string { return p.Sum.String() }))
}

// differAll says which two have one key.
func differAll[T any](what string, all []T, key func(T) string) error {
	known := make(map[string]bool)
	for _, v := range all {
		if k := key(v); known[k] {
			return fmt.Errorf("two %s %s", what, short(k))
		} else {
			known[k] = true
		}
	}
	return nil
}
