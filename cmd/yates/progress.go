package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/yates-shuffle/yates/internal/label"
)

// A when is the value of --progress.
type when string

const (
	auto   when = "auto"
	always when = "always"
	never  when = "never"
)

// Set sets when to show progress.
func (v *when) Set(text string) error {
	switch w := when(text); w {
	case auto, always, never:
		*v = w
		return nil
	}
	return errors.New("it is not auto, always or never")
}

func (v *when) String() string { return "" }
func (v *when) Type() string   { return "WHEN" }

// What is quick is over before anybody wonders. These are variables for tests.
var (
	showAfter = time.Second
	showEvery = 200 * time.Millisecond
	logEvery  = 10 * time.Second
)

// counts are what there is to show; those of a shuffle are a records.Progress.
type counts interface {
	Read() (bytes, total int64)
	Written() (bytes, total int64, begun bool)
}

// A gauge tells how far some work is. It is looked at by one goroutine.
type gauge interface {
	look(now time.Time)    // takes a sample
	begun() bool           // tells whether the sample is worth a line of a terminal
	line(width int) string // returns it in at most width columns, "" if there is no room
}

// A progress shows on standard error how far some work is. On a terminal it is a
// line without a line feed that is written over again and again, by carriage
// returns and spaces, which every terminal knows, and that is gone when the
// progress is stopped. Elsewhere it is whole lines now and then, and a last one.
//
// A nil progress shows nothing.
type progress struct {
	gauge gauge
	w     io.Writer
	tty   *os.File // nil if w gets whole lines

	begin time.Time // when the line may be shown first
	shown int       // columns of the line that is shown
	said  time.Time // when a whole line was written last

	stopping, stopped chan struct{}
	once              sync.Once
}

// startProgress begins to show the progress of a shuffle where it is wanted: by
// default on terminals, and not while somebody may type the input there. It must be
// stopped. When ctx ends the line is gone as well.
func startProgress(ctx context.Context, w when, cmd *cobra.Command, c counts, readsStdin bool) *progress {
	start := time.Now()
	return startGauge(ctx, w, cmd, &transfer{
		counts: c, last: start, since: start,
		hidden: w == auto && readsStdin && terminal(cmd.InOrStdin()) != nil,
	})
}

// startGauge is startProgress for any work.
func startGauge(ctx context.Context, w when, cmd *cobra.Command, g gauge) *progress {
	start := time.Now()
	p := &progress{
		gauge: g, w: cmd.ErrOrStderr(), tty: terminal(cmd.ErrOrStderr()), begin: start, said: start,
		stopping: make(chan struct{}), stopped: make(chan struct{}),
	}
	if isDumb() {
		p.tty = nil
	}
	if w == auto {
		p.begin = start.Add(showAfter)
	}
	if w == never || w == auto && p.tty == nil {
		return nil
	}
	go func() {
		defer close(p.stopped)
		tick := time.NewTicker(showEvery)
		defer tick.Stop()
		for {
			select {
			case now := <-tick.C:
				p.gauge.look(now)
				p.show(now)
				continue
			case <-ctx.Done():
			case <-p.stopping:
			}
			p.gauge.look(time.Now())
			p.end()
			return
		}
	}()
	return p
}

// stop ends the progress: when it returns, the line is gone and nothing more is
// written. It may be called more than once.
func (p *progress) stop() {
	if p != nil {
		p.once.Do(func() { close(p.stopping) })
		<-p.stopped
	}
}

// A transfer is the gauge of counts.
type transfer struct {
	counts counts
	hidden bool      // while reading
	last   time.Time // when it was looked at counts last
	now    sample
	since  time.Time // when the phase of now began
}

// look takes a sample. The speed is the mean of the phase, which begins with the
// first byte: whoever writes to our pipe may think first.
func (t *transfer) look(now time.Time) {
	was := t.now
	t.now = sample{phase: "reading"}
	t.now.done, t.now.total = t.counts.Read()
	if done, total, begun := t.counts.Written(); begun {
		t.now = sample{phase: "writing", done: done, total: total}
	}
	if was.done == 0 || was.phase != t.now.phase {
		t.since = t.last
	}
	if took := now.Sub(t.since); took > 0 {
		t.now.speed = float64(t.now.done) / took.Seconds()
	}
	t.last = now
}

func (t *transfer) begun() bool { return t.now.done > 0 && !(t.hidden && t.now.phase == "reading") }

func (t *transfer) line(width int) string { return t.now.line(width) }

// show shows the last sample, if it is time.
func (p *progress) show(now time.Time) {
	switch {
	case p.tty == nil:
		if now.Sub(p.said) >= logEvery {
			p.said = now
			say(p.w, p.gauge.line(wide), "")
		}
	case !foreground(p.tty):
		p.shown = 0 // the shell has the line now
	case p.gauge.begun() && !now.Before(p.begin):
		p.over(p.gauge.line(columns(p.tty)))
	}
}

// end takes the line away, or says the last one.
func (p *progress) end() {
	switch {
	case p.tty == nil:
		say(p.w, p.gauge.line(wide), "")
	case foreground(p.tty):
		p.over("")
	}
}

// over writes text over the line that is shown. Afterwards the cursor is at its
// front, so that what the terminal shows of ^C is written over, too.
func (p *progress) over(text string) {
	text = label.Escape(text, "")
	if text == "" && p.shown == 0 {
		return
	}
	width, erase := columns(p.tty), ""
	if p.shown > width {
		// The window became narrower, and the end of the line may stand below now.
		width, erase = width+1, eraseBelow
	}
	blank := max(0, min(p.shown, width)-len(text))
	io.WriteString(p.w, "\r"+erase+text+strings.Repeat(" ", blank)+"\r")
	p.shown = len(text)
}

// settle ends the progress before lines come that may be for the same terminal.
func (s *shuffle) settle(names [][]string) {
	if s.show == auto && !s.toFiles(names) {
		s.shown.stop()
	}
}

// toFiles says whether all outputs are regular files, or will be. Their names are
// given; without any it is standard output.
func (s *shuffle) toFiles(names [][]string) bool {
	outputs := slices.Concat(names...)
	if len(outputs) == 0 {
		outputs = []string{"/dev/stdout"}
	}
	for _, name := range outputs {
		info, err := os.Stat(name)
		if w := standard(name, s.cmd); w != nil {
			f, ok := w.(interface{ Stat() (fs.FileInfo, error) })
			if !ok {
				return false
			}
			if info, err = f.Stat(); err != nil {
				return false
			}
		}
		if err == nil && !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// A sample is how far a phase of the work is: done bytes of total, or of 0 if that
// is not known, at a speed in bytes a second.
type sample struct {
	phase       string
	done, total int64
	speed       float64
}

const wide = 1 << 10 // columns for everything

// line returns the sample as text with at most width columns, which is empty if
// there is no room at all.
func (s sample) line(width int) string {
	amount, speed, left := sizeText(float64(s.done)), "", ""
	if s.speed >= 1 {
		speed = ", " + sizeText(s.speed) + "/s"
	}
	lines := []string{s.phase + " " + amount + speed, s.phase + " " + amount, amount}
	if s.total > 0 {
		share := fmt.Sprintf("%d%%", int(100*float64(s.done)/float64(s.total)))
		if s.speed >= 1 && s.done < s.total {
			left = ", " + timeText(float64(s.total-s.done)/s.speed) + " left"
		}
		all := s.phase + " " + amount + " of " + sizeText(float64(s.total)) + ", " + share
		lines = []string{all + speed + left, all + left, s.phase + " " + share + left, s.phase + " " + share, share}
	}
	for _, line := range lines {
		if len(line) <= width {
			return line
		}
	}
	return ""
}

// sizeText returns a number of bytes in the decimal units that disks are sold in.
func sizeText(bytes float64) string { return label.Size(bytes) }

// timeText returns a time that is about to pass.
func timeText(seconds float64) string {
	const most = 1e9 // thirty years
	switch s := int(min(seconds, most)) + 1; {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	default:
		return fmt.Sprintf("%d h %d min", s/3600, s/60%60)
	}
}

// terminal returns the terminal that a stream is, or nil.
func terminal(stream any) *os.File {
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// columns returns how many columns of a terminal can be written to without coming
// to the next line. It is asked each time, as windows are resized.
func columns(tty *os.File) int {
	if width, _, err := term.GetSize(int(tty.Fd())); err == nil && width > 0 {
		return width - 1
	}
	return 79
}
