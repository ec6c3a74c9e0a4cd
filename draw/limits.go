package draw

import "time"

const (
	MaxEntries    = 1_000_000_000 // in a list
	MaxEntryBytes = 1 << 16       // bytes of an entry, with its line feed
	MostProblems  = 100           // of each kind, that [Check] describes
	MaxPlaces     = 1_000_000     // of all prizes together
	MaxTickets    = 100_000_000   // of a ranked table
	MaxPrizes     = 1000          // and as many rules, barred entries and parties, in a commitment
	MaxText       = 500           // bytes of a title, a name or a reason
	MaxTranscript = 64 << 20      // bytes
	MaxAnswer     = 64 << 10      // bytes of a beacon, as a relay answers it
	MinNotice     = time.Minute   // from a commitment to its round
)
