package audit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/yates-shuffle/yates/audit/suspects"
)

// A dealer deals with the shuffle of a suspect.
type dealer struct {
	suspect suspects.Suspect
	random  *rand.Rand
	deal    []int
	take    int
	number  int64
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
