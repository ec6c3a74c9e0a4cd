package engine

import (
	"encoding/binary"

	"github.com/yates-shuffle/yates/internal/engine/record"
	"github.com/yates-shuffle/yates/internal/engine/turns"
)

// A pen puts records on pages, for one worker.
type pen struct {
	marked  bool // each record goes to the part of its class
	out     *turns.Out[*page]
	part    int   // of the output that the records go to
	class   int32 // if they are marked: of what is put on a page next, or −1 after its first bytes
	touched byte  // so that touching is not optimised away
}

// turn turns to a part of the output.
func (p *pen) turn(part int) {
	if part != p.part {
		p.out.Flush()
		p.part = part
	}
}

// put adds bytes.
func (p *pen) put(b []byte) error {
	for len(b) > 0 {
		page, err := p.out.Page()
		if err != nil {
			return err
		}
		page.part = p.part
		n := min(len(b), cap(page.buf)-len(page.buf))
		page.buf = append(page.buf, b[:n]...)
		if p.marked && n > 0 {
			page.marks = append(page.marks, mark{p.class, n})
			p.class = -1
		}
		if b = b[n:]; len(b) > 0 || len(page.marks) == mostMarks {
			p.out.Flush()
		}
	}
	return nil
}

const (
	// slack is how far a copy of a short record may reach beyond it, and how much memory
	// there is behind a bucket.
	slack = 16
	// ahead is how many records of a mapped file are touched before they are copied.
	// To touch many at once lets their way from memory to the cache overlap.
	ahead = 64
	// line is the size of a line of the cache.
	line = 64
)

// putAll puts the records of data on pages in the order of their entries; far says that they are not in the cache.
// To save calls, short records are copied as 16 bytes, of which only the first ones count,
// where the memory of data and the page reach so far.
func (p *pen) putAll(data []byte, entries []entry, f *record.Format, far bool) error {
	page, err := p.out.Page()
	if err != nil {
		return err
	}
	if p.marked {
		for _, e := range entries {
			if err := p.put(e.record(data, f)); err != nil {
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
		start, length := int(e>>lengthBits), int(e&longRecord)
		if length <= slack && n+slack <= len(buf) && start+slack <= cap(data) {
			src, dst := data[start:start+slack], buf[n:n+slack]
			head, foot := binary.LittleEndian.Uint64(src), binary.LittleEndian.Uint64(src[8:])
			binary.LittleEndian.PutUint64(dst, head)
			binary.LittleEndian.PutUint64(dst[8:], foot)
			n += length
			continue
		}
		record := e.record(data, f)
		if n+len(record) <= len(buf) {
			n += copy(buf[n:], record)
			continue
		}
		page.buf = buf[:n]
		if err := p.put(record); err != nil {
			return err
		}
		if page, err = p.out.Page(); err != nil {
			return err
		}
		buf, n = page.free()
	}
	page.buf, page.part = buf[:n], p.part
	return nil
}

// touch reads some bytes of the records of data, so that they are in the cache.
func touch(data []byte, entries []entry) (touched byte) {
	for _, e := range entries {
		start := int(e >> lengthBits)
		last := min(start+int(e&longRecord), len(data)) - 1
		touched ^= data[start] ^ data[min(start+line, last)] ^ data[last]
	}
	return touched
}
