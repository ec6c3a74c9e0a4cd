package scatter

import "github.com/yates-shuffle/yates/internal/engine/record"

// InOrder hands the records on as they stand there, or their keys, and keeps none of them.
type InOrder struct {
	Idle
	By *record.Key // or nil
	Do func(text []byte) error
}

// InTurn hands on those of a lot.
func (s InOrder) InTurn(l *Lot) (err error) {
	if s.By != nil {
		err = l.EachKey(s.By, func(_ int, key []byte, _ bool) error { return s.Do(key) })
	}
	for i := 0; err == nil && i < len(l.Starts); i++ {
		if text, _ := l.Text(i); s.By == nil {
			err = s.Do(text)
		}
		l.Drop(i)
	}
	return err
}
