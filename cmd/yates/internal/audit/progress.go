package audit

import (
	"math"
	"sync/atomic"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/progress"
)

// The evidence is the progress of an audit.
type evidence struct {
	goal  float64 // log10 of the odds that are an alarm
	deals atomic.Int64
	ln    atomic.Uint64 // the bits of a float64

	noted       time.Time
	now, before int64 // deals of the last sample and of the first
	odds, speed float64
	start       time.Time
}

// note records the state of the auditor. It may run concurrently with Look.
func (e *evidence) note(a auditor) {
	deals := a.Deals()
	e.deals.Store(deals)
	if deals < 64 || deals&63 == 0 || time.Since(e.noted) > progress.ShowEvery/2 {
		e.noted = time.Now()
		e.ln.Store(math.Float64bits(a.LogE()))
	}
}

func (e *evidence) Look(now time.Time) {
	e.now = e.deals.Load()
	if e.start.IsZero() {
		e.start, e.before = now, e.now
	}
	e.odds = math.Float64frombits(e.ln.Load()) / math.Ln10
	e.speed = 0
	if took := now.Sub(e.start); took > 0 {
		e.speed = float64(e.now-e.before) / took.Seconds()
	}
}

func (e *evidence) Begun() bool { return e.now > 0 }

func (e *evidence) Line(width int) string {
	amount, speed := label.Plural(e.now, "deal"), ""
	if e.speed >= 1 {
		speed = ", " + label.Number(int64(e.speed)) + "/s"
	}
	odds := ", odds " + label.Odds(e.odds) + " to 1"
	against := " against a fair shuffle; " + label.Odds(e.goal) + " are an alarm"
	for _, line := range []string{amount + speed + odds + against, amount + speed + odds, amount + odds, amount} {
		if len(line) <= width {
			return line
		}
	}
	return ""
}
