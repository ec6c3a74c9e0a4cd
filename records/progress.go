package records

import "sync/atomic"

// A Progress tells how far a shuffle is, for people who wait for it. The zero
// value is ready to be used as Options.Progress, by one shuffle. Its methods may
// be called at any time by any goroutine. To keep it costs an atomic addition for
// each read of a stream, for each chunk of a file, of a MiB or more, and for each
// write.
type Progress struct {
	read, toRead     atomic.Int64
	written, toWrite atomic.Int64
	writing          atomic.Bool
	expected         atomic.Int64 // about how much there is to write, where toWrite is not known
	few              atomic.Bool  // records are wanted: to write them is little work
	finished         atomic.Bool
}

// Read returns how many bytes of records have been read so far, with the
// separators that are added, and how many there are. The latter is 0 where it is not known: it is
// known for regular files that are read as they are.
func (p *Progress) Read() (bytes, total int64) { return p.read.Load(), p.toRead.Load() }

// Written returns how many bytes have been written so far, how many there are, or
// 0 where that is not known, as where not all records are written, and whether all has been read, so that
// writing has begun.
func (p *Progress) Written() (bytes, total int64, begun bool) {
	return p.written.Load(), p.toWrite.Load(), p.writing.Load()
}

// Share returns which part of all the work is done, from 0 to 1, or false if that is not
// known. To read all records counts as half of it, or as nearly all where few are wanted;
// to write all of them is the rest.
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

// The methods below are for nil, too.

func (p *Progress) wantFew() {
	if p != nil {
		p.few.Store(true)
	}
}

// finish says that all is done, if err is nil, which it returns.
func (p *Progress) finish(err error) error {
	if p != nil && err == nil {
		p.finished.Store(true)
	}
	return err
}

func (p *Progress) willRead(total int64) {
	if p != nil {
		p.toRead.Store(total)
	}
}

func (p *Progress) addRead(n int) {
	if p != nil {
		p.read.Add(int64(n))
	}
}

func (p *Progress) willWrite(total int64) {
	if p != nil {
		p.toWrite.Store(total)
		p.writing.Store(true)
	}
}

// willWriteAbout is willWrite where it is only known about how much it will be, or 0.
func (p *Progress) willWriteAbout(total int64) {
	if p != nil {
		p.expected.Store(total)
		p.willWrite(0)
	}
}

func (p *Progress) addWritten(n int) {
	if p != nil {
		p.written.Add(int64(n))
	}
}
