package audit

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/internal/label"
)

// The evidence is the progress of an audit.
type evidence struct {
	thing string  // what is counted: deals or items
	goal  float64 // log10 of the odds that are an alarm
	deals atomic.Int64
	log10 atomic.Uint64 // the bits of a float64

	wanted atomic.Bool // the evidence after the next deal
	start  time.Time
}

// note records the state of the auditor after some more deals. It may run concurrently with gauge. To know the evidence
// takes longer than many a deal, so it is looked at only once for each time that it is shown.
func (e *evidence) note(a interface{ Now() audit.Point }, more int) {
	e.deals.Add(int64(more))
	if e.wanted.Swap(false) {
		e.log10.Store(math.Float64bits(a.Now().Log10E))
	}
}

// gauge returns what there is by now.
func (e *evidence) gauge(now time.Time) (texts []string, begun bool) {
	e.wanted.Store(true)
	deals := e.deals.Load()
	speed := float64(deals) / now.Sub(e.start).Seconds()
	return e.texts(deals, speed, math.Float64frombits(e.log10.Load())), deals > 0
}

// texts returns the evidence in ever fewer words.
func (e *evidence) texts(deals int64, perSecond, log10 float64) []string {
	amount, speed := label.Plural(deals, e.thing), ""
	if perSecond >= 1 {
		speed = ", " + label.Number(int64(perSecond)) + "/s"
	}
	odds := ", odds " + label.Odds(log10) + " to 1"
	against := " against a fair shuffle; " + label.Odds(e.goal) + " are an alarm"
	return []string{amount + speed + odds + against, amount + speed + odds, amount + odds, amount}
}
