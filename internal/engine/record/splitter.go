package record

// A Splitter splits data into records.
type Splitter struct {
	cut  Cutter
	data []byte
	at   int // where the next one begins
	seen int // bytes of it that have been looked at
}

// NewSplitter returns a splitter of no data.
func NewSplitter(f *Format) *Splitter { return &Splitter{cut: NewCutter(f)} }

// Add appends data, when there is no next record.
func (s *Splitter) Add(data []byte) { s.data = append(s.data, data...) }

// Begun returns how many bytes the record has that has been begun.
func (s *Splitter) Begun() int64 { return int64(s.seen) }

// Next returns the next record that ends in the data, behind which nothing may follow, or nil. It is valid until the
// next call.
func (s *Splitter) Next(last bool) (record []byte) {
	if s.at+s.seen < len(s.data) {
		end, used := s.cut.Next(s.data[s.at+s.seen:], last)
		if s.seen += max(end, used); end >= 0 {
			record = s.data[s.at : s.at+s.seen]
			s.at, s.seen = s.at+s.seen, 0
			return record
		}
	}
	s.data, s.at = s.data[:copy(s.data, s.data[s.at:])], 0
	return nil
}
