package job

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/order"
	"github.com/yates-shuffle/yates/records"
)

// A count is what Count found in a segment.
type count struct {
	Records int64  `json:"records"`
	Header  []byte `json:"header,omitempty"` // of an input that begins here
}

// starts says where the segments begin.
type starts struct {
	First   []int64 `json:"first"` // the number of the first record of each segment
	Records int64   `json:"records"`
	Header  []byte  `json:"header,omitempty"`
}

// of returns the number of records of segment k.
func (s *starts) of(k int) int64 {
	if k+1 < len(s.First) {
		return s.First[k+1] - s.First[k]
	}
	return s.Records - s.First[k]
}

// wrong reports whether these cannot be the starts of n segments.
func (s *starts) wrong(n int) bool {
	return len(s.First) != n || !slices.IsSorted(append(append([]int64{0}, s.First...), s.Records))
}

// Count counts the records of segment k, unless that has been done.
func (j *Job) Count(ctx context.Context, k int) error {
	at := j.object("counts", k)
	if done, err := j.has(ctx, at); done || err != nil {
		return err
	}
	s := &j.segments[k]
	opt := j.segmentOptions(s)
	opt.Head = 1 // so that little is kept
	var found count
	if err := j.read(ctx, s, func(source records.Source) error {
		c, err := records.Collect(ctx, opt, source)
		if err != nil {
			return err
		}
		found = count{Records: c.Records(), Header: c.Headers()[0]}
		return c.Close()
	}); err != nil {
		return err
	}
	return j.writeJSON(ctx, at, found)
}

// segmentOptions returns the options for reading a segment: only the first one of an
// input has a header.
func (j *Job) segmentOptions(s *segment) records.Options {
	opt := j.options()
	if s.from > 0 {
		opt.Header = 0
	}
	return opt
}

// theStarts returns where the segments begin. Who asks first adds the counts up; who does
// that at the same time writes the same.
func (j *Job) theStarts(ctx context.Context) (*starts, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.starts != nil {
		return j.starts, nil
	}
	at := j.own.Join("starts.json")
	all := new(starts)
	err := j.readJSON(ctx, at, all)
	if err == nil && all.wrong(len(j.segments)) {
		err = j.damaged(at, errNumbers)
	}
	if errors.Is(err, fs.ErrNotExist) {
		if all, err = j.addCounts(ctx); err == nil {
			err = j.writeJSON(ctx, at, all)
		}
	}
	if err != nil {
		return nil, err
	}
	j.starts = all
	return all, nil
}

// addCounts adds the counts up, and compares the headers.
func (j *Job) addCounts(ctx context.Context) (*starts, error) {
	counts := make([]count, len(j.segments))
	if err := each(ctx, len(counts), func(k int) error {
		at := j.object("counts", k)
		err := j.readJSON(ctx, at, &counts[k])
		if err == nil && counts[k].Records < 0 {
			err = j.damaged(at, errNumbers)
		}
		return missing(err, "count", k, len(counts))
	}); err != nil {
		return nil, err
	}
	all := &starts{First: make([]int64, len(counts))}
	first := -1 // segment with a header
	for k, c := range counts {
		all.First[k] = all.Records
		all.Records += c.Records
		switch {
		case len(c.Header) == 0:
		case first < 0:
			first, all.Header = k, c.Header
		case !bytes.Equal(c.Header, all.Header):
			if err := j.compareHeaders(ctx, first, k, counts); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// compareHeaders returns an error if the headers of two segments differ. The engine knows
// which differences count.
func (j *Job) compareHeaders(ctx context.Context, a, b int, counts []count) error {
	opt := j.options()
	opt.Seed = new(order.Seed)
	var sources []records.Source
	for _, k := range []int{a, b} {
		sources = append(sources, records.Reader(j.segments[k].name.String(), strings.NewReader(string(counts[k].Header))))
	}
	c, err := records.Collect(ctx, opt, sources...)
	if err != nil {
		return err
	}
	return c.Close()
}
