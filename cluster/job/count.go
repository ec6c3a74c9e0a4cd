package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/label"
)

// A count is what was found in a segment. Its scatter must find the same.
type count struct {
	Records int64  `json:"records"`
	CRC     uint32 `json:"crc32c"`           // of the bytes that were read
	Header  []byte `json:"header,omitempty"` // of an input that begins here
}

// starts says where the segments begin.
type starts struct {
	First  []int64  `json:"first"` // the number of the first record of each segment, and of what would come next
	CRC    []uint32 `json:"crc32c"`
	Header []byte   `json:"header,omitempty"`
}

// records returns the number of all records.
func (s *starts) records() int64 { return s.First[len(s.CRC)] }

// count counts the records of segment k.
func (j *Job) count(ctx context.Context, k int) error {
	var found count
	sum, err := j.read(ctx, j.segments[k], func(opt engine.Options, sources []engine.Source) error {
		opt.Head = 1 // so that little is kept
		c, err := engine.Collect(ctx, opt, sources...)
		if err != nil {
			return err
		}
		found = count{Records: c.Records(), Header: c.Headers()[0]}
		return c.Close()
	})
	if err != nil {
		return err
	}
	if p := j.segments[k][0]; !p.whole && p.from == 0 && j.plan.Format.Header > 0 &&
		bytes.Count(found.Header, []byte{j.plan.Format.separator()}) < j.plan.Format.Header {
		return fmt.Errorf("reading %s: its header is longer than a segment", label.Name(p.Name.String()))
	}
	found.CRC = sum
	return j.writeJSON(ctx, j.numbered("counts", k), found)
}

// theStarts returns where the segments begin. Who asks first adds the counts up; who does
// that at the same time writes the same.
func (j *Job) theStarts(ctx context.Context) (*starts, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.starts != nil {
		return j.starts, nil
	}
	at, all := j.numbered("starts", 0), &starts{First: make([]int64, 1)}
	err := j.readJSON(ctx, at, all)
	if errors.Is(err, fs.ErrNotExist) {
		if err = j.addCounts(ctx, all); err == nil {
			err = j.writeJSON(ctx, at, all)
		}
	}
	if err == nil {
		j.starts = all
	}
	return j.starts, err
}

// addCounts collects the counts, and the header that all inputs have. The engine compares
// the headers, as it knows which differences count.
func (j *Job) addCounts(ctx context.Context, all *starts) error {
	counts, headers := make([]count, len(j.segments)), make([]engine.Source, len(j.segments))
	if err := each(ctx, len(counts), func(k int) error {
		err := j.readJSON(ctx, j.numbered("counts", k), &counts[k])
		headers[k] = engine.Source{Name: j.segments[k][0].Name.String(), Reader: bytes.NewReader(counts[k].Header)}
		return missing(err, "count", k, len(counts))
	}); err != nil {
		return err
	}
	for k, c := range counts {
		all.First, all.CRC = append(all.First, all.First[k]+c.Records), append(all.CRC, c.CRC)
		if len(all.Header) == 0 { // or byte-order mark
			all.Header = c.Header
		}
	}
	c, err := engine.Collect(ctx, j.options(), headers...)
	if err != nil {
		return err
	}
	return c.Close()
}
