package archive

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/yates-shuffle/yates/internal/engine/record"
)

// Megatron is the format of Megatron-LM's IndexedDataset: tokens in a file FILE.bin, and an index of them in FILE.idx.
// A record is a document, which consists of sequences: a frame is one of these. An empty document has none, and is
// none.
//
// The index is a head, and for each sequence, how many tokens it has, in 4 bytes, and where it begins, in 8; and then,
// in 8 bytes, which sequence each document begins with, and how many there are.
var Megatron = &Kind{Read: newMegatron, Beside: ".idx", Index: megatronIndex}

// tokenBytes are the sizes of the kinds of tokens, by their numbers; none has number 0.
var tokenBytes = [...]int64{0, 1, 1, 2, 4, 8, 8, 4, 2}

// A megatronHead is the head of an index, of 34 bytes.
type megatronHead struct {
	Magic                [9]byte
	Version              uint64
	Token                byte
	Sequences, Documents uint64 // and one more
}

var megatronMagic = [9]byte{'M', 'M', 'I', 'D', 'I', 'D', 'X'}

// A megatron reads the tokens by their index.
type megatron struct {
	reader
	index                *io.SectionReader
	known                *Known
	sizes, starts, docs  *bufio.Reader // the three lists
	fault                error         // of reading them
	token                int64         // bytes
	sequence, all        int64         // that comes next, of so many
	documents, following int64         // that are left, and the sequence that the next one begins with
}

func newMegatron(in io.Reader, index *io.SectionReader, known *Known) io.Reader {
	m := &megatron{reader: reader{in: bufio.NewReaderSize(in, 64<<10)}, index: index, known: known}
	m.what = func() string { return fmt.Sprintf("sequence %d", m.sequence-1) }
	m.next = func() error {
		m.next = m.frame
		if err := m.open(); err != nil {
			return fmt.Errorf("its index %w", err)
		}
		return m.frame()
	}
	return m
}

// open reads the head of the index.
func (m *megatron) open() error {
	var h megatronHead
	err := binary.Read(m.index, binary.LittleEndian, &h)
	size := uint64(m.index.Size())
	const head, most = 34, MostBytes / 100
	whole := head + 12*min(h.Sequences, most) + 8*min(h.Documents, most)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return errors.New("is cut off within its head")
	case err != nil:
		return err
	case h.Magic != megatronMagic || h.Version != 1:
		return errors.New("is not an index of Megatron, version 1")
	case h.Token == 0 || int(h.Token) >= len(tokenBytes):
		return fmt.Errorf("has tokens of kind %d, which is not known", h.Token)
	case m.known.token != 0 && m.known.token != h.Token:
		return errors.New("has tokens of another kind than that of the first file")
	case size == whole+h.Sequences && h.Sequences > 0:
		return errors.New("has modes of sequences, as multimodal data have, which are not supported")
	case size != whole || h.Documents == 0:
		return fmt.Errorf("has %d bytes in place of %d, for %d sequences and %d ends of documents", size, whole,
			h.Sequences, h.Documents)
	}
	list := func(at, n uint64) *bufio.Reader {
		return bufio.NewReaderSize(io.NewSectionReader(m.index, int64(at), int64(n)), 64<<10)
	}
	m.known.token, m.token = h.Token, tokenBytes[h.Token]
	m.all, m.documents = int64(h.Sequences), int64(h.Documents)
	m.sizes, m.starts = list(head, 4*h.Sequences), list(head+4*h.Sequences, 8*h.Sequences)
	m.docs = list(head+12*h.Sequences, 8*h.Documents)
	if m.documents--; m.number(m.docs, 8) != 0 {
		m.fault = cmp.Or(m.fault, errors.New("has a first document that does not begin with the first sequence"))
	}
	return nil
}

// number reads the next number of a list.
func (m *megatron) number(list *bufio.Reader, bytes int) int64 {
	var b [8]byte
	_, err := io.ReadFull(list, b[:bytes])
	m.fault = cmp.Or(m.fault, err)
	return int64(binary.LittleEndian.Uint64(b[:]))
}

// frame finds the next sequence.
func (m *megatron) frame() error {
	first := m.sequence == m.following
	for m.sequence == m.following && m.documents > 0 { // and past empty ones
		m.documents--
		if begins := m.number(m.docs, 8); begins < m.following || begins > m.all {
			m.fault = cmp.Or(m.fault, errors.New("has documents that are not in order"))
		} else {
			if begins == m.following {
				m.known.leave("")
			}
			m.following = begins
		}
	}
	var size, start int64
	if m.sequence < m.all {
		size, start = m.number(m.sizes, 4), m.number(m.starts, 8)
	}
	switch {
	case m.fault != nil:
		return fmt.Errorf("its index %w", m.fault)
	case m.sequence == m.all:
		return m.end()
	case m.sequence == m.following:
		return fmt.Errorf("its index has %d sequences, of which no document has the last", m.all)
	case size > 1<<31-1:
		return fmt.Errorf("its index says that sequence %d has fewer than 0 tokens", m.sequence)
	case start != m.at:
		return fmt.Errorf("its index says that sequence %d begins at byte %d, but the one before ends at byte %d: "+
			"only sequences that stand one after the other can be read", m.sequence, start, m.at)
	}
	m.sequence++
	m.left = size * m.token
	m.head = record.AppendFrameHead(m.buf[:0], m.left, first)
	return nil
}

// end checks that nothing is behind the last sequence.
func (m *megatron) end() error {
	_, err := m.in.ReadByte()
	if err == nil {
		err = fmt.Errorf("behind its last sequence, at byte %d, there is more", m.at)
	}
	return err
}

// megatronIndex gives write an index of frames, list by list.
func megatronIndex(known *Known, frames []frame, write func([]byte) error) error {
	le, h := binary.LittleEndian, megatronHead{megatronMagic, 1, known.token, uint64(len(frames)), 1}
	for _, f := range frames {
		if f.first() {
			h.Documents++
		}
	}
	b, _ := binary.Append(make([]byte, 0, 8*len(frames)+64), le, &h) // which has a size
	for _, f := range frames {
		b = le.AppendUint32(b, uint32(f.size()))
	}
	if err := write(b); err != nil {
		return err
	}
	b = b[:0]
	at := uint64(0)
	for _, f := range frames {
		b = le.AppendUint64(b, at)
		at += f.size() * uint64(tokenBytes[known.token])
	}
	if err := write(b); err != nil {
		return err
	}
	b = b[:0]
	for i, f := range frames {
		if f.first() {
			b = le.AppendUint64(b, uint64(i))
		}
	}
	return write(le.AppendUint64(b, uint64(len(frames))))
}
