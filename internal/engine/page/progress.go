package page

import "sync/atomic"

// A Progress reports how far a shuffle is. The zero value is ready to use as
// Options.Progress, for one shuffle. It is safe for concurrent use. It costs an atomic
// addition for each read of a stream, each chunk of a file (512 KiB or more), and each
// write.
type Progress struct {
	read, toRead     atomic.Int64
	written, toWrite atomic.Int64
	writing          atomic.Bool
	expected         atomic.Int64 // about how much there is to write, if toWrite is not known
	few              atomic.Bool  // records are wanted
	finished         atomic.Bool
}

// Read returns the number of bytes of records read so far, including added separators,
// and the total, or 0 if that is not known. It is known for regular files that are not
// compressed.
func (p *Progress) Read() (bytes, total int64) { return p.read.Load(), p.toRead.Load() }

// Written returns the number of bytes written so far; the total, or 0 if that is not
// known, such as when not all records are written; and whether everything has been read,
// so that writing has begun.
func (p *Progress) Written() (bytes, total int64, begun bool) {
	return p.written.Load(), p.toWrite.Load(), p.writing.Load()
}

// Share returns the part of all the work that is done, from 0 to 1, or false if that is
// not known. Reading all records counts as half of it, or as nearly all if few are
// wanted; writing them is the rest.
func (p *Progress) Share() (share float64, ok bool) {
	read, toRead := p.Read()
	written, toWrite, writing := p.Written()
	reading := 0.5
	switch {
	case p.finished.Load():
		return 1, true
	case p.few.Load():
		reading = 0.99
	case read == 0: // integers
		reading = 0
	}
	switch {
	case !writing && toRead > 0:
		return reading * float64(read) / float64(toRead), true
	case writing && toWrite > 0:
		return reading + (1-reading)*float64(written)/float64(toWrite), true
	case writing && p.expected.Load() > 0:
		return reading + (1-reading)*min(float64(written)/float64(p.expected.Load()), 0.99), true
	}
	return reading, writing && read > 0
}

// Finish marks all work as done if err is nil. It returns err.
func (p *Progress) Finish(err error) error {
	p.finished.Store(err == nil)
	return err
}

// WillRead says how many bytes of records there are to read.
func (p *Progress) WillRead(total int64) { p.toRead.Store(total) }

// AddRead adds bytes that have been read.
func (p *Progress) AddRead(n int) { p.read.Add(int64(n)) }

// WantsFew says that only few records are wanted: to write them is little work.
func (p *Progress) WantsFew() { p.few.Store(true) }

// WillWrite begins the writing of so many bytes or, if that is 0, of about so many.
func (p *Progress) WillWrite(total, about int64) {
	p.toWrite.Store(total)
	p.expected.Store(about)
	p.writing.Store(true)
}
