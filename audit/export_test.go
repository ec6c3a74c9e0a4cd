package audit

import (
	"math"

	"github.com/yates-shuffle/yates/audit/suspects"
)

// What tests ask for after each deal.

func (a *Auditor) Alarm() bool    { return a.alarm() }
func (a *Auditor) Reset()         { a.reset() }
func (a *Auditor) Deals() int64   { return a.deals() }
func (a *Auditor) LogE() float64  { return a.Now().Log10E * math.Ln10 }
func (a *Auditor) Power() []Power { return (&estimator{of: a}).all() }

func (a *Auditor) PowerOf(s suspects.Suspect) Power { return (&estimator{of: a}).power(s) }
