package record

// An Entry is where a record begins, in a bucket or in the input, and its length in the lowest bits. A record that is
// too long for them has the length longRecord there; its end is looked up.
type Entry uint64

const (
	lengthBits = 24
	longRecord = 1<<lengthBits - 1
	// EntryBytes is the size of an entry.
	EntryBytes = 8
	// MostIndexed is the size from which on entries can't tell where a record begins.
	MostIndexed = 1 << (64 - lengthBits)
)

// NewEntry returns the entry of a record.
func NewEntry(start, length int) Entry {
	return Entry(start)<<lengthBits | Entry(min(length, longRecord))
}

// Span returns where the record begins and its length, or a large one if that must be looked up.
func (e Entry) Span() (start, length int) { return int(e >> lengthBits), int(e & longRecord) }

// Record returns the record, in data.
func (e Entry) Record(data []byte, f *Format) []byte {
	start, length := e.Span()
	if length == longRecord {
		length = f.Length(data[start:])
	}
	return data[start : start+length]
}
