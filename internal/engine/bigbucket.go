package engine

import (
	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/spill"
)

// eachRecord calls do for each record of the bucket: with the place where it stands,
// and its text if that is in one window. If it is not, the text is nil, and do may
// read.
func eachRecord(r *spill.Bucket, f *record.Format, do func(at, size int64, text []byte) error) error {
	for at := int64(0); at < r.Size; {
		size := r.Long(at)
		if size == 0 {
			data, whole, err := r.Window(at)
			if err != nil {
				return err
			}
			cut, found := record.NewCutter(f), false
			for n, _ := cut.Next(data, whole); n > 0; n, _ = cut.Next(data, whole) {
				if err := do(at, int64(n), data[:n]); err != nil {
					return err
				}
				data, at, found = data[n:], at+int64(n), true
			}
			if found {
				continue
			}
			if size, err = sizeAt(r, f, at); err != nil {
				return err
			}
		}
		if err := do(at, size, nil); err != nil {
			return err
		}
		at += size
	}
	return nil
}

// sizeAt returns the size of the record that stands at a place, which is longer than
// a window.
func sizeAt(r *spill.Bucket, f *record.Format, at int64) (size int64, err error) {
	cut := record.NewCutter(f)
	for {
		data, whole, err := r.Window(at + size)
		if err != nil {
			return 0, err
		}
		end, used := cut.Next(data, whole)
		size += int64(max(end, used))
		if end >= 0 || whole {
			return size, nil
		}
	}
}
