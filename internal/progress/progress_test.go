package progress

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
	"unicode"
)

const wide = 1 << 10

func TestLine(t *testing.T) {
	known := sample{"reading", 1_234_567_890, 2_000_000_000, 410e6, 0.309, 6.7, true}
	unknown := sample{phase: "reading", done: 123_456, speed: 99_960}
	for _, test := range []struct {
		sample
		width int
		want  string
	}{
		{known, wide, "reading 1.2 GB of 2.0 GB, 30%, 410 MB/s, 7s left"},
		{known, 48, "reading 1.2 GB of 2.0 GB, 30%, 410 MB/s, 7s left"},
		{known, 47, "reading 1.2 GB of 2.0 GB, 30%, 7s left"},
		{known, 37, "reading 30%, 7s left"},
		{known, 19, "reading 30%"},
		{known, 10, "30%"},
		{known, 3, "30%"},
		{known, 2, ""},
		{known, 0, ""},
		{known, -1, ""},
		{sample{"writing", 0, 2000, 0, 0.5, 0, true}, wide, "writing 0 B of 2.0 kB, 50%"},
		{sample{"writing", 2000, 2000, 10, 1, 0, true}, wide, "writing 2.0 kB of 2.0 kB, 100%, 10 B/s"},
		{sample{"writing", 1999, 2000, 0.5, 0.9999, 0.1, true}, wide, "writing 2.0 kB of 2.0 kB, 99%, 1s left"},
		{sample{"writing", 20, 0, 10, 0.5, 3, true}, wide, "writing 20 B, 50%, 10 B/s, 4s left"},
		{sample{"writing", 1, 1 << 62, 1, 0, 1e9, true}, wide,
			"writing 1 B of 4.6 EB, 0%, 1 B/s, 277777h46m41s left"},
		{sample{phase: "reading"}, wide, "reading 0 B"},
		{sample{"writing", 1000, 2000, 0, 0, 0, false}, wide, "writing 1.0 kB of 2.0 kB"},
		{unknown, wide, "reading 123 kB, 100 kB/s"},
		{unknown, 23, "reading 123 kB"},
		{unknown, 13, "123 kB"},
		{unknown, 5, ""},
	} {
		if got := fitting(test.texts(), test.width); got != test.want {
			t.Errorf("%+v in %d columns is %q, not %q", test.sample, test.width, got, test.want)
		}
	}
}

// The speed is that of the phase from its first byte on, and the time left follows from
// the share of all the work since the first byte of all.
func TestSpeed(t *testing.T) {
	begin := time.Now()
	after := func(seconds int) time.Time { return begin.Add(time.Duration(seconds) * time.Second) }
	p := &transfer{last: begin, since: begin, begin: begin}
	for _, step := range []struct {
		seconds int
		counts  *fakeCounts
		want    sample
	}{
		{50, &fakeCounts{}, sample{phase: "reading"}},
		{60, &fakeCounts{read: 1000}, sample{"reading", 1000, 0, 100, 0, 0, false}},
		{70, &fakeCounts{read: 6000, share: 0.25}, sample{"reading", 6000, 0, 300, 0.25, 60, true}},
		{80, &fakeCounts{read: 6000, share: 0.5, written: 0, total: 6000, begun: true},
			sample{"writing", 0, 6000, 0, 0.5, 30, true}},
		{90, &fakeCounts{read: 6000, share: 0.8, written: 2000, total: 6000, begun: true},
			sample{"writing", 2000, 6000, 200, 0.8, 10, true}},
		{100, &fakeCounts{read: 6000, share: 1, written: 6000, total: 6000, begun: true},
			sample{"writing", 6000, 6000, 300, 1, 0, true}},
	} {
		p.counts = step.counts
		p.look(after(step.seconds))
		p.now.left = math.Round(p.now.left)
		if p.now != step.want {
			t.Errorf("after %d seconds: %+v, not %+v", step.seconds, p.now, step.want)
		}
	}
}

// fakeCounts are what a test says they are.
type fakeCounts struct {
	read, written, total int64
	begun                bool
	share                float64
}

func (c *fakeCounts) Read() (int64, int64)          { return c.read, 0 }
func (c *fakeCounts) Written() (int64, int64, bool) { return c.written, c.total, c.begun }
func (c *fakeCounts) Share() (float64, bool)        { return c.share, c.share > 0 }

// A signal comes after the last line, and nothing after it.
func TestEnd(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var said strings.Builder
	say := func(line string) { fmt.Fprintln(&said, line) }
	p := Start(ctx, Always, &said, say, Transfer(new(fakeCounts), false))
	cancel(fmt.Errorf("ended"))
	<-p.stopped
	before := said.String()
	p.Stop()
	p.Stop()
	if said.String() != before || before != "reading 0 B\n" {
		t.Errorf("says %q, then %q", before, said.String())
	}
	(*Progress)(nil).Stop()
}

// The line of a terminal is text, whatever the gauge says.
func TestLineIsText(t *testing.T) {
	var said strings.Builder
	(&Progress{w: &said}).over("reading \x1b[2J\n")
	if text := strings.ReplaceAll(said.String(), "\r", ""); strings.ContainsFunc(text, unicode.IsControl) ||
		!strings.Contains(text, "reading ") {
		t.Errorf("says %q", said.String())
	}
}
