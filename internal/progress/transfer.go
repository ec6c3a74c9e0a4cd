package progress

import (
	"fmt"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

// Counts are the counts to show, such as a records.Progress.
type Counts interface {
	Read() (bytes, total int64)
	Written() (bytes, total int64, begun bool)
	Share() (share float64, ok bool) // of all the work
}

// Transfer returns the gauge of counts. If hidden, a terminal shows nothing while
// reading.
func Transfer(c Counts, hidden bool) Gauge {
	start := time.Now()
	t := &transfer{counts: c, last: start, since: start, begin: start}
	return func(now time.Time) ([]string, bool) {
		t.look(now)
		return t.now.texts(), t.now.done > 0 && !(hidden && t.now.phase == "reading")
	}
}

// A transfer is the gauge of Counts.
type transfer struct {
	counts Counts
	last   time.Time // of the last look at counts
	now    sample
	since  time.Time // when the phase of now began
	begin  time.Time // when the first byte came
}

// look takes a sample. The speed is the mean of the phase, which begins with the first
// byte, because the writer of a pipe may need some time.
func (t *transfer) look(now time.Time) {
	was := t.now
	t.now = sample{phase: "reading"}
	t.now.done, t.now.total = t.counts.Read()
	if done, total, begun := t.counts.Written(); begun {
		t.now = sample{phase: "writing", done: done, total: total}
	}
	t.now.share, t.now.known = t.counts.Share()
	if was.done == 0 && was.phase != "writing" {
		t.begin = t.last
	}
	if was.done == 0 || was.phase != t.now.phase {
		t.since = t.last
	}
	if took := now.Sub(t.since); took > 0 {
		t.now.speed = float64(t.now.done) / took.Seconds()
	}
	if t.now.known && t.now.share > 0 {
		t.now.left = now.Sub(t.begin).Seconds() * (1 - t.now.share) / t.now.share
	}
	t.last = now
}

// A sample is the progress at a moment: in the phase, done of total bytes (0 if not
// known) at a speed in bytes a second; overall, if known, a share of 1 and the seconds
// left.
type sample struct {
	phase       string
	done, total int64
	speed       float64
	share, left float64
	known       bool
}

// texts returns the sample in ever fewer words.
func (s sample) texts() []string {
	amount, of, share, speed, left := label.Size(float64(s.done)), "", "", "", ""
	if s.total > 0 {
		of = " of " + label.Size(float64(s.total))
	}
	if s.speed >= 1 {
		speed = ", " + label.Size(s.speed) + "/s"
	}
	if s.known {
		share = fmt.Sprintf("%d%%", int(100*s.share))
		if s.left > 0 {
			const most = 1e9 // thirty years
			left = fmt.Sprintf(", %v left", time.Duration(min(s.left, most)+1)*time.Second)
		}
		all := s.phase + " " + amount + of + ", " + share
		return []string{all + speed + left, all + left, s.phase + " " + share + left, s.phase + " " + share, share}
	}
	return []string{s.phase + " " + amount + of + speed, s.phase + " " + amount + of, s.phase + " " + amount, amount}
}
