package scatter

import (
	"errors"
	"fmt"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// TestNumbered: stubs have the numbers of records among all that were read, and keys that are the same there; a long
// record has a short one, and of all records whose stubs would be too long the first is named.
func TestNumbered(t *testing.T) {
	lines := &record.Format{Sep: '\n', Unit: record.Line, Count: 1, Delimiter: ';'}
	by, err := lines.Key([]record.Column{{Number: 2}, {Number: 1}}, ';', nil)
	if err != nil {
		t.Fatal(err)
	}
	by.Most = 20
	for _, c := range []struct {
		most int64
		want string
		bad  int64 // the record
	}{
		{20, "10,1,a\n11,2,b\n12,\"\"\"\"\"\",\"c,d\"\n13,3,e\n", 0},
		{8, "", 13},
	} {
		l := &Lot{Data: []byte("a;1\nb;2\nc,d;\"\"\n"), Starts: []uint32{0, 4, 8}, front: []byte("e;3;f"), read: 10}
		l.Starts, l.Long = append(l.Starts, uint32(len(l.Data))), 9
		stub := new(Stub)
		again, err := stub.Add(by)
		if err != nil {
			t.Fatal(err)
		}
		if err := (&Numbered{Stub: stub, Most: c.most}).After(l); err != nil {
			t.Fatal(err)
		}
		if c.bad > 0 {
			if at, is := errors.AsType[*failure.RecordError](l.err()); !is || at.Record != c.bad {
				t.Errorf("%v, not of record %d", l.err(), c.bad)
			}
			continue
		}
		if string(l.Data) != c.want || l.Long > 0 || l.err() != nil {
			t.Errorf("stubs %q, of %d bytes the last, %v", l.Data, l.Long, l.err())
		}
		text, _ := l.Text(2)
		if key, _, err := again.Take(nil, text, false); fmt.Sprint(again.Texts(key)) != `["" c,d]` || err != nil {
			t.Errorf("the key %q, %v", again.Texts(key), err)
		}
	}
}
