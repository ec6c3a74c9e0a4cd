package scatter

import (
	"math"
	"strconv"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// Stubs is the format of what stands for records whose numbers are written in their place: a row of CSV, which has the
// number and the texts of the columns that are looked at again when the records are gathered.
var Stubs = &record.Format{Sep: '\n', Unit: record.Row, Count: 1, Delimiter: ','}

// A Stub says what the stubs of records have.
type Stub struct {
	keys    []*record.Key // that are looked at again
	columns int           // of them
}

// Add adds the columns of a key to the stub. It returns the key that they make there.
func (s *Stub) Add(by *record.Key) (*record.Key, error) {
	var columns []record.Column
	for range by.Columns() {
		s.columns++
		columns = append(columns, record.Column{Number: 1 + s.columns}) // behind the number
	}
	again, err := Stubs.Key(columns, Stubs.Delimiter, nil)
	if err != nil {
		return nil, err
	}
	again.Most, again.Missing, again.Compared, again.Again = math.MaxInt64, by.Missing, by.Compared, true
	s.keys = append(s.keys, by)
	return again, nil
}

// Numbered puts stubs in the places of records. It is the last stage, as others look at the records.
type Numbered struct {
	Idle
	Stub  *Stub
	Most  int64 // bytes of a stub: of a record, no more is looked at when it is gathered
	stubs []byte
}

// After makes the stubs of the lot. They are short, even where the last record was long.
func (n *Numbered) After(l *Lot) (err error) {
	n.stubs = n.stubs[:0]
	for i := range l.Starts {
		if l.Dropped(i) { // of a lot that has ended early
			continue
		}
		text, open := l.Text(i)
		begin := len(n.stubs)
		n.stubs = strconv.AppendInt(n.stubs, l.Number(i), 10)
		for _, by := range n.Stub.keys {
			if l.key, _, err = by.Take(l.key[:0], text, open); err != nil {
				l.Fail(i, err)
				return nil
			}
			n.stubs = by.AppendFields(n.stubs, l.key)
		}
		n.stubs = append(n.stubs, '\n')
		if int64(len(n.stubs)-begin) > n.Most {
			l.Fail(i, &failure.KeyError{Most: n.Most})
			return nil
		}
		l.Starts[i] = uint32(begin) // of a record that has been read
	}
	if l.bad == nil {
		l.Data, l.Long, l.At = n.stubs, 0, -1
	}
	return nil
}
