package app

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// An inquiry is an audit that goes on.
type inquiry struct {
	auditor *audit.Auditor
	order   *audit.Order // one long order, in place of the auditor; nil for deals
	first   int64        // the number of its first item
	n       int          // items
	// next returns the next deal, or some more items of the order; at the end, the error is io.EOF. It is nil if the
	// page deals.
	next func() ([]int, error)
	done bool          // there are no more deals
	last *audit.Report // after an alarm; from then on only its positions and odds are kept up to date
	from int64         // the number of deals that its findings are from
	of   string        // the known mistake that deals; "" if somebody else does
}

// mostItems is how many items the page audits: it shows each of them.
const mostItems = 256

// An auditArgs says what to audit.
type auditArgs struct {
	Suspect string `json:"suspect"` // of the museum, or fair
	Items   int    `json:"items"`   // of a suspect or a function
	Cards   bool   `json:"cards"`   // the pasted deals are of playing cards
	Pasted  bool   `json:"pasted"`  // the deals are the first text
}

// start begins an audit and ends the one before.
func (s *Session) start(a auditArgs, texts [][]byte) (any, []byte, error) {
	s.audit = nil
	q := &inquiry{n: a.Items}
	if a.Pasted {
		if err := q.read(given(texts, 0), a.Cards); err != nil {
			return nil, nil, err
		}
	} else {
		if q.n < 2 || q.n > mostItems {
			return nil, nil, fmt.Errorf("the number of items must be from 2 to %s", label.Number(mostItems))
		}
		source := rand.NewChaCha8(order.NewSeed())
		random := rand.New(source)
		switch suspect, ok := suspects.Find(a.Suspect); {
		case ok:
			q.of = suspect.Name
			q.next = dealer(q.n, func(deal []int) { suspect.Shuffle(deal, random.IntN) })
		case a.Suspect == "fair": // Fisher and Yates' shuffle, beside those of the museum
			q.next = dealer(q.n, func(deal []int) { yates.Shuffle(deal, source) })
		case a.Suspect != "":
			return nil, nil, fmt.Errorf("there is no mistake %s", label.Name(a.Suspect))
		}
		q.auditor = audit.New(q.n, audit.Options{Remember: remembered})
	}
	s.audit = q
	return q.view(), nil, nil
}

// remembered bounds the memory for repeats, as a browser has less.
const remembered = 200_000

// dealer returns what deals n items with a shuffle, each time in the same place.
func dealer(n int, shuffle func(deal []int)) func() ([]int, error) {
	deal := make([]int, n)
	return func() ([]int, error) {
		for i := range deal {
			deal[i] = i
		}
		shuffle(deal)
		return deal, nil
	}
}

// read reads the first pasted deal, after which the items are known. If the lines are no deals of one item, they may be
// one long order.
func (q *inquiry) read(text []byte, cards bool) error {
	lines := deals.ReadFile(io.NopCloser(bytes.NewReader(text)), "the deals", 1<<20)
	reader := &deals.Reader{Source: lines, Own: true}
	if cards {
		reader.Items = deals.Shoe(1)
	}
	q.next = func() ([]int, error) {
		deal, err := reader.Next(context.Background())
		if e, ok := errors.AsType[*deals.Error](err); ok && e.Fault == deals.Part {
			err = fmt.Errorf("%w. Here, each deal has all items of the first; for deals of a part of them use, for "+
				"example, “yates audit --file FILE --range 1-49”", err)
		}
		return deal, err
	}
	deal, err := q.next()
	switch {
	case err == io.EOF:
		return errors.New("there are no deals")
	case err != nil && reader.Items == nil:
		return q.readOrder(text, err)
	case err != nil:
		return err
	}
	names := reader.Items.Names
	if q.n = len(names); q.n > mostItems {
		return fmt.Errorf("there are more than %s items", label.Number(mostItems))
	}
	q.auditor = audit.New(q.n, audit.Options{Take: reader.Take, Names: names, Remember: remembered})
	q.auditor.Observe(deal) // a broken one is in the report
	return nil
}

// readOrder reads a text of numbers, one a line, as one long order. For any other text, it returns the error that it is
// not one.
func (q *inquiry) readOrder(text []byte, not error) error {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	var left []int
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		x, err := deals.Number(line, func() string { return "the order" })
		if err != nil {
			return not
		}
		left = append(left, int(x))
		lo, hi = min(lo, x), max(hi, x)
	}
	first, err := deals.FirstNumber(lo, hi, len(left))
	if err != nil || hi <= lo || hi-first >= audit.MostOrdered {
		return cmp.Or(err, not)
	}
	q.first = first
	name := func(item int) string { return fmt.Sprint(int64(item) + first) }
	q.order = audit.NewOrder(int(hi-first)+1, audit.OrderOptions{Name: name})
	q.next = func() (some []int, err error) { // for each deal that is asked for, a thousand items
		if len(left) == 0 {
			return nil, io.EOF
		}
		now := min(len(left), 1000)
		some, left = left[:now], left[now:]
		return some, nil
	}
	return nil
}

// An observeArgs says how many deals to take, at most.
type observeArgs struct {
	Deals int  `json:"deals"`
	On    bool `json:"on"` // also after an alarm
}

// observe audits more deals. Those of a function are the first text: 32-bit integers in little-endian order, of each
// deal its length and as many items as there should be.
func (s *Session) observe(a observeArgs, texts [][]byte) (any, []byte, error) {
	q := s.audit
	if q == nil {
		return nil, nil, errNoAudit
	}
	text := given(texts, 0)
	number := func(i int) int { return int(int32(binary.LittleEndian.Uint32(text[4*i:]))) }
	for ; len(text) >= 4*(q.n+1); text = text[4*(q.n+1):] {
		deal := make([]int, max(0, number(0)))
		for i := range min(q.n, len(deal)) {
			deal[i] = number(i + 1)
		}
		q.deal(deal)
	}
	for left := a.Deals; q.next != nil && left > 0 && !q.done && (a.On || !q.alarm()); left-- {
		deal, err := q.next()
		switch {
		case err == io.EOF:
			q.done = true
			if q.order != nil {
				q.order.End()
			}
		case err != nil:
			return nil, nil, err
		default:
			q.deal(deal)
		}
	}
	return q.view(), nil, nil
}

var errNoAudit = errors.New("there is no audit")

// alarm reports whether there are enough deals. Of an order, all items count.
func (q *inquiry) alarm() bool { return q.order == nil && q.auditor.Done() }

// deal audits a deal, or some items of an order. What is broken is in the report.
func (q *inquiry) deal(deal []int) {
	if q.order != nil {
		for _, x := range deal {
			q.order.Observe(x - int(q.first))
		}
		return
	}
	if q.auditor.Observe(deal) == nil && q.last != nil && q.last.Positions != nil {
		for place, item := range deal {
			q.last.Positions[item][place]++
		}
	}
}

// conclude ends the audit: if nothing was found, it says what would have been.
func (s *Session) conclude(struct{}, [][]byte) (any, []byte, error) {
	q := s.audit
	switch {
	case q == nil:
		return nil, nil, errNoAudit
	case q.order != nil:
		return q.viewOf(q.order.Conclude()), nil, nil
	}
	q.last = nil
	r := q.auditor.Conclude()
	q.from = r.Deals
	return q.viewOf(r), nil, nil
}

// A reportView is a report as "yates audit --json" has it, with what the page needs besides.
type reportView struct {
	*audit.Report
	Findings []audit.Finding `json:"findings"`       // the clearest of them
	Bets     []audit.Bet     `json:"bets,omitempty"` // none: they are many, and the page shows the clearest findings
	From     int64           `json:"from,omitempty"` // how many deals the findings are from
	Remedy   string          `json:"remedy,omitempty"`
	Words    string          `json:"words"`
	Seen     string          `json:"seen"`
	First    int64           `json:"first"` // of an order: the number of the first item
	Alarm    bool            `json:"alarm"` // of deals: there are enough
	Done     bool            `json:"done"`  // there are no more
}

// mostFindings is how many findings the page shows.
const mostFindings = 8

// view returns what is known.
func (q *inquiry) view() *reportView {
	if q.order != nil {
		return q.viewOf(q.order.Report())
	}
	if r := q.last; r != nil && r.Verdict == audit.Biased { // looking for the causes again takes long
		now := q.auditor.Now()
		r.Deals, r.BestLog10E, r.Evidence = now.Deals, max(r.BestLog10E, now.Log10E), append(r.Evidence, now)
		return q.viewOf(r)
	}
	q.last = q.auditor.Report()
	q.from = q.last.Deals
	return q.viewOf(q.last)
}

func (q *inquiry) viewOf(r *audit.Report) *reportView {
	v := &reportView{Report: r, From: q.from, Remedy: r.Remedy, Words: r.Details(), Seen: r.Seen(), First: q.first,
		Done: q.done, Alarm: q.alarm()}
	if known := cmp.Or(q.of, r.Alike); known != "" && r.Verdict == audit.Biased { // one that was chosen, or is named
		v.Remedy = audit.Remedy(known)
	}
	if like := r.Cause(); q.order != nil && like != "" {
		v.Words += " It is like this: " + like + "."
	}
	v.Findings, _ = r.Clearest(mostFindings)
	return v
}

// museum returns the mistakes.
func museum(*Session, struct{}, [][]byte) (any, []byte, error) { return suspects.All(), nil, nil }

// A galleryArgs says what to deal with each mistake.
type galleryArgs struct {
	Items int `json:"items"`
	Deals int `json:"deals"`
}

// gallery returns, for each mistake of the museum, how often each item came to each place, of so many deals.
func gallery(_ *Session, a galleryArgs, _ [][]byte) (any, []byte, error) {
	random := rand.New(rand.NewChaCha8(order.NewSeed()))
	all := make(map[string][][]int)
	for _, s := range suspects.All() {
		positions := make([][]int, a.Items)
		for item := range positions {
			positions[item] = make([]int, a.Items)
		}
		next := dealer(a.Items, func(deal []int) { s.Shuffle(deal, random.IntN) })
		for range a.Deals {
			deal, _ := next()
			for place, item := range deal {
				positions[item][place]++
			}
		}
		all[s.Name] = positions
	}
	return all, nil, nil
}
