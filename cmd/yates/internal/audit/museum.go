package audit

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit/suspects"
)

func suspectNames() []string {
	var names []string
	for _, s := range suspects.All() {
		names = append(names, s.Name)
	}
	return names
}

// A dealer deals with the shuffle of a suspect.
type dealer struct {
	suspect suspects.Suspect
	random  *rand.Rand
	deal    []int
	take    int
	number  int64
}

// startSuspect shows a suspect and has it deal.
func (j *job) startSuspect() error {
	s, ok := knownShuffle(j.opt.suspect)
	if !ok {
		return noSuspect(j.opt.suspect)
	}
	seed, err := j.opt.seed.Seed(j.cmd)
	if err != nil {
		return err
	}
	if !j.opt.json {
		if err := say(j.cmd, "suspect", s); err != nil {
			return err
		}
	}
	j.title = "yates audit --suspect " + j.opt.suspect
	n := int(j.opt.numbers.Hi)
	j.deals.Take = cmp.Or(j.deals.Take, n)
	random := rand.New(rand.NewChaCha8(seed))
	j.deals.Source = &dealer{suspect: s, random: random, deal: make([]int, n), take: j.deals.Take}
	return nil
}

func (d *dealer) Next(context.Context) ([]byte, error) {
	d.suspect.Deal(d.deal, d.take, d.random.IntN)
	d.number++
	var text []byte
	for _, x := range d.deal[:d.take] {
		text = fmt.Append(text, x+1, " ")
	}
	return text, nil
}

func (d *dealer) Where() string { return fmt.Sprint("deal ", d.number) }

func (d *dealer) Close() {}
