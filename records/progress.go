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

// The methods below are for nil, too.

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

func (p *Progress) addWritten(n int) {
	if p != nil {
		p.written.Add(int64(n))
	}
}
