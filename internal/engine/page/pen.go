package page

import (
	"encoding/binary"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/turns"
)

// A Pen puts records on pages, for one worker.
type Pen struct {
	Marked  bool // each record goes to the part of its class
	Out     *turns.Out[*Page]
	Part    int   // of the output that the records go to
	Class   int32 // if they are marked: of what is put on a page next, or −1 after its first bytes
	touched byte  // so that touching is not optimised away
}

// Turn turns to a part of the output.
func (p *Pen) Turn(part int) {
	if part != p.Part {
		p.Out.Flush()
		p.Part = part
	}
}

// Put adds bytes.
func (p *Pen) Put(b []byte) error {
	for len(b) > 0 {
		page, err := p.Out.Page()
		if err != nil {
			return err
		}
		page.Part = p.Part
		n := min(len(b), cap(page.Buf)-len(page.Buf))
		page.Buf = append(page.Buf, b[:n]...)
		if p.Marked && n > 0 {
			page.marks = append(page.marks, mark{p.Class, n})
			p.Class = -1
		}
		if b = b[n:]; len(b) > 0 || len(page.marks) == mostMarks {
			p.Out.Flush()
		}
	}
	return nil
}

const (
	// Slack is how far a copy of a short record may reach beyond it, and how much memory there is behind a bucket.
	Slack = 16
	// ahead is how many records of a mapped file are touched before they are copied.
	// To touch many at once lets their way from memory to the cache overlap.
	ahead = 64
	// line is the size of a line of the cache.
	line = 64
)

// PutAll puts the records of data on pages in the order of their entries; far says that they are not in the cache.
// To save calls, short records are copied as 16 bytes, of which only the first ones count,
// where the memory of data and the page reach so far.
func (p *Pen) PutAll(data []byte, entries []record.Entry, f *record.Format, far bool) error {
	page, err := p.Out.Page()
	if err != nil {
		return err
	}
	if p.Marked {
		for _, e := range entries {
			if err := p.Put(e.Record(data, f)); err != nil {
				return err
			}
		}
		return nil
	}
	buf, n := page.free()
	for i, e := range entries {
		if far && i%ahead == 0 {
			p.touched ^= touch(data, entries[i:min(i+ahead, len(entries))])
		}
		start, length := e.Span()
		if length <= Slack && n+Slack <= len(buf) && start+Slack <= cap(data) {
			src, dst := data[start:start+Slack], buf[n:n+Slack]
			head, foot := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])
			binary.LittleEndian.PutUint64(dst, head)
			binary.LittleEndian.PutUint64(dst[8:], foot)
			n += length
			continue
		}
		text := e.Record(data, f)
		if n+len(text) <= len(buf) {
			n += copy(buf[n:], text)
			continue
		}
		page.Buf = buf[:n]
		if err := p.Put(text); err != nil {
			return err
		}
		if page, err = p.Out.Page(); err != nil {
			return err
		}
		buf, n = page.free()
	}
	page.Buf, page.Part = buf[:n], p.Part
	return nil
}

// touch reads some bytes of the records of data, so that they are in the cache.
func touch(data []byte, entries []record.Entry) (touched byte) {
	for _, e := range entries {
		start, length := e.Span()
		last := min(start+length, len(data)) - 1
		touched ^= data[start] ^ data[min(start+line, last)] ^ data[last]
	}
	return touched
}
