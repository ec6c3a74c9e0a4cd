package draw

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

// Given is what a check can use besides the transcript. Nothing of it is needed.
type Given struct {
	// Commitment is the name of the commitment that was published before the draw.
	Commitment *Sum
	// Chain is the hash of the chain that was announced, if that is not quicknet.
	Chain *Sum
	// List is the list of entries. Verify reads all of it.
	List io.Reader
}

// A State is how a check came out.
type State int

const (
	Passed     State = iota
	Failed           // the transcript is wrong
	NotChecked       // what the check needs was not given
	Unprovable       // no file can show it: the reader must know from elsewhere
)

func (s State) String() string {
	return [...]string{"passed", "FAILED", "not checked", "cannot be proved by a file"}[s]
}

// A Finding is about one thing that is true of a fair draw.
type Finding struct {
	// Name is "commitment", "chain", "announced", "round", "beacon", "secrets", "seed",
	// "winners", "list", or of what cannot be proved "time", "only", "key", "parties",
	// "skipped".
	Name   string
	State  State
	Detail string // a clause: what is so, or what is wrong
}

// A Verdict is what [Transcript.Verify] found out.
type Verdict struct {
	Name Sum // of the commitment: look for it where it was published
	// the time of the commitment, before which it must have been public; zero if parties revealed secrets
	Before   time.Time
	Findings []Finding
	// Names holds the entries of the list that are in Transcript.Places, by their
	// number. It is nil if the list was not given or is another one.
	Names map[uint64]string
}

// OK reports whether nothing failed. What was not given was not checked.
func (v *Verdict) OK() bool {
	return !slices.ContainsFunc(v.Findings, func(f Finding) bool { return f.State == Failed })
}

func (v *Verdict) add(name string, err error, passed string, args ...any) {
	if err != nil {
		v.Findings = append(v.Findings, Finding{name, Failed, err.Error()})
		return
	}
	v.Findings = append(v.Findings, Finding{name, Passed, fmt.Sprintf(passed, args...)})
}

func (v *Verdict) unprovable(name, format string, args ...any) {
	v.Findings = append(v.Findings, Finding{name, Unprovable, fmt.Sprintf(format, args...)})
}

// Verify recomputes the draw from the transcript, without a network. It takes O(n)
// time for n entries. The error is of reading the list; everything else is in the
// verdict.
func (t *Transcript) Verify(given Given) (*Verdict, error) {
	c := t.Commitment
	v := &Verdict{Name: c.Name()}
	if given.Commitment == nil {
		v.Findings = append(v.Findings,
			Finding{"commitment", NotChecked, "the SHA-256 of the published commitment is not given: compare it with " +
				v.Name.String()})
	} else {
		v.add("commitment", differ(*given.Commitment != v.Name, "the SHA-256 of the commitment is %s, not %s", v.Name,
			given.Commitment), "it is the commitment that was given as published")
	}
	if t.Chain != nil {
		t.verifyBeacon(v, given.Chain)
	} else {
		v.add("secrets", checkSecrets(c.Parties, t.Secrets), "each party revealed the secret that it committed to")
	}

	seed := Seed(v.Name, t.random())
	v.add("seed", differ(seed != t.Seed, "the seed is %s, not %s", seed, t.Seed),
		"the seed follows from the commitment and %s", t.source())
	disqualified := make(map[uint64]string)
	for _, p := range t.Places {
		if p.Skipped != "" {
			disqualified[p.Entry] = p.Skipped
		}
	}
	places := c.places(Order(seed, c.Entries.Count), disqualified)
	v.add("winners", differPlaces(t.Places, places), "the winners follow from the seed and the number of entries")
	if err := t.verifyList(v, given.List); err != nil {
		return nil, err
	}

	if t.Chain != nil {
		v.unprovable("time", "that the commitment was public before %s: look for its SHA-256 where it was published",
			label.Moment(v.Before))
	} else {
		v.unprovable("time", "that the commitment was public before the first secret was revealed: look for its "+
			"SHA-256 where it was published")
		v.unprovable("parties", "that the parties are independent: if all of them worked together, they chose "+
			"the winners")
	}
	v.unprovable("only", "that this was the only commitment, and that no other draw was hidden because of its winners")
	if t.Chain != nil && !t.Chain.Public() {
		v.unprovable("key", "that nobody could compute the signature beforehand: the chain %s is not quicknet, and "+
			"whoever has its key or made its description can", t.Chain.Hash())
	}
	if len(disqualified) > 0 {
		v.unprovable("skipped", "that entries were rightly skipped: %d", len(disqualified))
	}
	return v, nil
}

// source says in words what random returns.
func (t *Transcript) source() string {
	if t.Chain != nil {
		return "the beacon"
	}
	return "the secrets"
}

func (t *Transcript) verifyBeacon(v *Verdict, announced *Sum) {
	c := t.Commitment
	err := t.Chain.check()
	if err == nil {
		err = t.checkChain()
	}
	v.add("chain", err, "the public key is the one of the chain that the commitment names")
	switch {
	case announced == nil && !t.Chain.Public():
		v.Findings = append(v.Findings,
			Finding{"announced", NotChecked, "the chain that was announced is not given, and this one is not quicknet"})
	case announced != nil:
		v.add("announced", differ(c.Chain != *announced, "the commitment names the chain %s, not %s", c.Chain,
			announced), "it is the chain that was given as announced")
	}
	err = t.checkRound()
	v.add("round", err, "round %d is the first at or after %s", c.Round, label.Moment(c.Time))
	v.add("beacon", t.Chain.Verify(Beacon{c.Round, t.Signature}), "the chain signed round %d", c.Round)
	v.Before = c.Time
}

func (t *Transcript) verifyList(v *Verdict, list io.Reader) error {
	want := t.Commitment.Entries
	if list == nil {
		v.Findings = append(v.Findings,
			Finding{"list", NotChecked, fmt.Sprintf("the list is not given: it has %d entries and the SHA-256 %s",
				want.Count, want.Sum)})
		return nil
	}
	drawn := make(map[uint64]string)
	for _, p := range t.Places {
		drawn[p.Entry] = ""
	}
	reason, err := want.Compare(list, func(number uint64, entry []byte) {
		if _, ok := drawn[number]; ok {
			drawn[number] = string(entry)
		}
	})
	if err != nil {
		return err
	}
	if reason == nil {
		v.Names = drawn
	}
	v.add("list", reason, "it is the list that was drawn from, with %d entries", want.Count)
	return nil
}

func differ(yes bool, format string, args ...any) error {
	if !yes {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// differPlaces says where the places of a transcript are not what was computed.
func differPlaces(got, want []Place) error {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Errorf("place %d of the order is entry %d, not %d", i+1, want[i].Entry, got[i].Entry)
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("the order has %d places, not %d", len(want), len(got))
	}
	return nil
}
