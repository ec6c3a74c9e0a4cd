package draw

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// Given is what a check can use besides the transcript. Nothing of it is needed.
type Given struct {
	// Commitment is the name of the commitment that was published before the draw.
	Commitment *Sum
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
	// Name is "commitment", "chain", "round", "beacon", "secrets", "seed", "winners",
	// "list", or of what cannot be proved "time", "only", "key", "parties", "skipped".
	Name   string
	State  State
	Detail string // a clause: what is so, or what is wrong
}

// A Verdict is what [Transcript.Verify] found out.
type Verdict struct {
	Name     Sum       // of the commitment: look for it where it was published
	Before   time.Time // when it must have been public; zero if parties revealed secrets
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
		v.Findings = append(v.Findings, Finding{"commitment", NotChecked, "the name of the commitment that was published is not given: compare it with " + v.Name.String()})
	} else {
		v.add("commitment", differ(*given.Commitment != v.Name, "the commitment is %s, not %s", v.Name, given.Commitment), "it is the commitment that was published")
	}
	if t.Chain != nil {
		t.verifyBeacon(v)
	} else {
		v.add("secrets", checkSecrets(c.Parties, t.Secrets), "each party revealed the secret that it committed to")
	}

	seed := Seed(v.Name, t.random())
	v.add("seed", differ(seed != t.Seed, "the seed is %s, not %s", seed, t.Seed), "the seed follows from the commitment and what was drawn with")
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
		v.unprovable("time", "that the commitment was public before %s: look for its name where it was published", moment(v.Before))
	} else {
		v.unprovable("time", "that the commitment was public before the first secret was revealed: look for its name where it was published")
		v.unprovable("parties", "that the parties are independent: if all of them worked together, they chose the winners")
	}
	v.unprovable("only", "that this was the only commitment, and that no other draw was hidden because of its winners")
	if t.Chain != nil && !t.Chain.Public() {
		v.unprovable("key", "that nobody could compute the signature beforehand: the chain %s is not quicknet, and who has its key can", t.Chain.Hash())
	}
	if n := len(disqualified); n > 0 {
		v.unprovable("skipped", "that the reasons for disqualified entries are good ones: %d of them", n)
	}
	return v, nil
}

func (t *Transcript) verifyBeacon(v *Verdict) {
	c := t.Commitment
	err := t.Chain.check()
	if err == nil {
		err = t.checkChain()
	}
	v.add("chain", err, "the public key is the one of the chain that the commitment names")
	err = t.checkRound()
	v.add("round", err, "round %d is the first at or after %s", c.Round, moment(c.Time))
	v.add("beacon", t.Chain.Verify(Beacon{c.Round, t.Signature}), "the chain signed round %d", c.Round)
	v.Before = c.Time
	if comes, err := t.Chain.Time(c.Round); err == nil {
		v.Before = comes
	}
}

func (t *Transcript) verifyList(v *Verdict, list io.Reader) error {
	want := t.Commitment.Entries
	if list == nil {
		v.Findings = append(v.Findings, Finding{"list", NotChecked, fmt.Sprintf("the list is not given: it has %d entries and the SHA-256 %s", want.Count, want.Sum)})
		return nil
	}
	drawn := make(map[uint64]string)
	for _, p := range t.Places {
		drawn[p.Entry] = ""
	}
	plain := sha256.New() // without what some programs add, to say so
	got, err := ScanEntries(list, func(number uint64, entry []byte) {
		if number == 1 {
			plain.Write(bytes.TrimPrefix(bytes.TrimSuffix(entry, []byte{'\r'}), []byte("\ufeff")))
		} else {
			plain.Write(bytes.TrimSuffix(entry, []byte{'\r'}))
		}
		plain.Write([]byte{'\n'})
		if _, ok := drawn[number]; ok {
			drawn[number] = string(entry)
		}
	})
	switch {
	case err != nil:
		return err
	case got.Count != want.Count:
		err = fmt.Errorf("the list has %d entries, and the one that was drawn from has %d", got.Count, want.Count)
	case got.Sum != want.Sum && Sum(plain.Sum(nil)) == want.Sum:
		err = errors.New("a program added carriage returns or a byte-order mark to the list that was drawn from: get the list as it was published")
	case got.Sum != want.Sum:
		err = fmt.Errorf("the list has the SHA-256 %s, and the one that was drawn from has %s", got.Sum, want.Sum)
	default:
		v.Names = maps.Clone(drawn)
	}
	v.add("list", err, "it is the list that was drawn from, with %d entries", got.Count)
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
