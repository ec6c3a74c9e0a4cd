package records

import "encoding/binary"

// ahead is how many records of a mapped file are touched before they are copied.
// To touch many at once lets their way from memory to the cache overlap.
const ahead = 64

// line is the size of a line of the cache.
const line = 64

// emit puts the records of data into the buffer in the order of their entries.
// To save calls, short records are copied as 16 bytes, of which only the first
// ones count, where the memory of data and the buffer reach so far.
func (w *shuffler) emit(data []byte, entries []entry) error {
	if len(w.bufs) > 1 {
		return w.emitInStep(data, entries)
	}
	buf, n := w.bufs[0].buf, w.bufs[0].n
	touched := byte(0)
	for i, e := range entries {
		if w.mapped != nil && i%ahead == 0 {
			for _, e := range entries[i:min(i+ahead, len(entries))] {
				start := int(e >> lengthBits)
				touched ^= data[start] ^ data[min(start+line, len(data)-1)]
			}
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
		record := e.record(data, w.format)
		if n+len(record) <= len(buf) {
			n += copy(buf[n:], record)
			continue
		}
		w.bufs[0].n = n
		if err := w.put(0, record); err != nil {
			return err
		}
		n = w.bufs[0].n
	}
	w.bufs[0].n, w.touched = n, w.touched^touched
	return nil
}

// emitInStep is emit for files in step: each gets its part of a record.
func (w *shuffler) emitInStep(data []byte, entries []entry) error {
	for _, e := range entries {
		record := e.record(data, w.format)
		for t := range w.bufs {
			n := w.parts.each.length(record)
			if err := w.put(t, record[:n]); err != nil {
				return err
			}
			record = record[n:]
		}
	}
	return nil
}

// put adds a record to the page of a file.
func (w *shuffler) put(t int, record []byte) error {
	p := &w.bufs[t]
	if p.n+len(record) > len(p.buf) {
		if err := w.flush(); err != nil {
			return err
		}
		if len(record) > len(p.buf) {
			return w.writeLong(t, record)
		}
	}
	p.n += copy(p.buf[p.n:], record)
	return nil
}

// flush writes what is buffered, when it is its turn.
func (w *shuffler) flush() error {
	for t := range w.bufs {
		p := &w.bufs[t]
		n := p.n
		p.n = 0
		if n == 0 {
			continue
		}
		if err := w.write(t, p.buf[:n]); err != nil {
			return err
		}
	}
	return nil
}

// writeLong writes a record that does not fit into the page of a file, which is
// empty. What is mapped goes through the page all the same: in the hands of the
// output a fault could not be told from an error of its own, or would end the
// program.
func (w *shuffler) writeLong(t int, record []byte) error {
	if w.mapped == nil {
		return w.write(t, record)
	}
	buf := w.bufs[t].buf
	for len(record) > 0 {
		n := copy(buf, record)
		if err := w.write(t, buf[:n]); err != nil {
			return err
		}
		record = record[n:]
	}
	return nil
}

func (w *shuffler) write(t int, b []byte) error {
	if err := w.await(w.unit); err != nil {
		return err
	}
	if err := w.parts.enter(w.part); err != nil {
		return err
	}
	return w.parts.write(t, b)
}
