package input

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/records/failure"
)

// A reading reads a source from front to end, all of whose records must be whole.
type reading struct {
	opt    Options
	handle *handle // nil before the source is opened, and when it has been read
	cut    record.Cutter
	fresh  bool  // the next record is the first one
	lines  int64 // of the header
	last   byte  // that was read
	blank  bool  // the last line has nothing
	read   int64 // bytes of records of the source
	ended  bool  // all has been read
}

// ends is how many separators a source can lack at its end.
const ends = 2

// fill reads into b, which has room for more than that. At the end of the source it adds the separators that are
// missing.
func (r *reading) fill(b []byte) (n int, err error) {
	if r.ended {
		return 0, nil
	}
	n, err = r.handle.r.Read(b[:len(b)-ends])
	sep, paragraphs := r.opt.Format.Sep, r.opt.Format.Unit == record.Paragraph
	if n > 0 && (paragraphs || r.opt.Format.Count > 1) {
		lines := bytes.TrimSuffix(b[:n], []byte{sep})
		at := bytes.LastIndexByte(lines, sep) + 1
		r.blank = record.Blank(lines[at:]) && (at > 0 || r.last == sep || r.blank)
	}
	if n > 0 {
		r.last = b[n-1]
	}
	r.ended = err == io.EOF
	if r.ended && r.opt.Format.Unended(r.last) {
		b[n] = sep
		n++
	}
	if r.ended && paragraphs && !r.blank {
		b[n] = sep
		n++
	}
	r.read += int64(n)
	r.opt.Read(n)
	if err == nil || r.ended {
		return n, nil
	}
	if changed := r.handle.check(); changed != nil { // which explains it
		return n, changed
	}
	return n, r.handle.wrap(err)
}

// begin reports whether data that come next can be looked at: whether it is known that they begin a record, if they
// are the first ones. It is an error if they do not.
func (r *reading) begin(data []byte) (known bool, err error) {
	if r.fresh && len(data) > 0 && (r.opt.Format.Unit == record.Started || r.opt.Format.Unit == record.Paragraph) {
		begins, known := r.opt.Format.Begins(data, r.ended)
		switch {
		case !known:
			return false, nil
		case !begins && r.opt.Format.Unit == record.Paragraph:
			return false, r.handle.wrap(errors.New("it begins with a blank line, which ends a record"))
		case !begins:
			return false, r.handle.wrap(errors.New("its first line does not begin a record"))
		}
	}
	r.fresh = r.fresh && len(data) == 0
	return true, nil
}

// tooLong returns an error if a quoted field that is open is too long.
func (r *reading) tooLong() error {
	if !r.cut.Open() || r.cut.Within() <= r.opt.Row {
		return nil
	}
	return r.handle.wrap(&failure.QuoteError{Line: r.lines + r.cut.OpenLine(), Within: r.opt.Row})
}

// end ends the source.
func (r *reading) end() error {
	h := r.handle
	r.handle = nil
	defer h.close()
	if err := h.check(); err != nil { // which explains what else is wrong
		return err
	}
	if r.cut.Open() {
		return h.wrap(&failure.QuoteError{Line: r.lines + r.cut.OpenLine()})
	}
	if n := r.cut.Units(); n > 0 {
		err := fmt.Errorf("its last record has only %d of %d lines", n, r.opt.Format.Count)
		if n == 1 && r.blank {
			err = fmt.Errorf("%w: %w", err, failure.ErrBlank)
		}
		return h.wrap(err)
	}
	return h.whole(&r.opt, r.read)
}

// Close closes the source.
func (r *reading) Close() {
	if r.handle != nil {
		r.handle.close()
		r.handle = nil
	}
}
