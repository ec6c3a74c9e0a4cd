package scatter

import (
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// Present drops the records without a value.
type Present struct {
	Idle
	By *record.Key
}

// Ahead looks for the values.
func (p Present) Ahead(l *Lot) error {
	if l.Long > 0 {
		return &failure.LongError{Most: p.By.Most}
	}
	return l.EachKey(p.By, func(i int, _ []byte, has bool) error {
		switch {
		case has:
		case l.Dropped(i): // as it lacks another value, too
			p.By.Without.Add(1)
		default:
			l.Drop(i)
		}
		return nil
	})
}
