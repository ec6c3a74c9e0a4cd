package engine

import (
	"sync"

	"github.com/yates-shuffle/yates/internal/engine/input"
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// keys are taken from the columns of records, which must end within the first most
// bytes: of a long record no more is held.
type keys struct {
	*record.Key
	most int64
}

// keysOf returns what looks up the columns when the header has been read, or nil if there are none. Of a record at
// most so many bytes are looked at.
func keysOf(most int64, f *record.Format, columns []Column, in *input.Input) func() (*keys, error) {
	if len(columns) == 0 {
		return nil
	}
	return sync.OnceValues(func() (*keys, error) {
		key, err := f.Key(columns, f.Delimiter, in.Headers()[0])
		return &keys{key, most}, err
	})
}

// append appends the key of record number i, counted from 0, to dst. If open is set, only
// the front of the record is there.
func (k *keys) append(dst, text []byte, open bool, i uint64) (key []byte, err error) {
	if open || int64(len(text)) > k.most {
		key, err = k.AppendFront(dst, text[:min(int64(len(text)), k.most)])
	} else {
		key, err = k.Append(dst, text)
	}
	if err == record.ErrFront {
		err = &failure.KeyError{Most: k.most}
	}
	if err != nil {
		return nil, &failure.RecordError{Record: int64(i) + 1, Err: err}
	}
	return key, nil
}
