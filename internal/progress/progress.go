// Package progress shows how far some work is.
package progress

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/terminal"
)

// What is quick is over before anybody wonders. These are variables for tests.
var (
	ShowAfter = time.Second
	ShowEvery = 200 * time.Millisecond
	LogEvery  = 10 * time.Second
)

// A Gauge tells how far some work is. It is looked at by one goroutine.
type Gauge interface {
	Look(now time.Time)    // takes a sample
	Begun() bool           // reports whether the sample is worth a line of a terminal
	Line(width int) string // returns it in at most width columns, "" if there is no room
}

// A Progress shows on standard error how far some work is. On a terminal it is a
// line without a line feed that is written over again and again, by carriage
// returns and spaces, which every terminal knows, and that is gone when the
// progress is stopped. Elsewhere it is whole lines now and then, and a last one.
//
// A nil Progress shows nothing.
type Progress struct {
	gauge Gauge
	w     io.Writer
	say   func(line string)
	tty   *os.File // nil if say gets whole lines

	begin time.Time // when the line may be shown first
	shown int       // columns of the line that is shown
	said  time.Time // when a whole line was written last

	stopping, stopped chan struct{}
	once              sync.Once
}

// Start begins to show a gauge on w where that is wanted: by default on terminals. Whole
// lines go to say. It must be stopped. When ctx ends the line is gone as well.
func Start(ctx context.Context, when When, w io.Writer, say func(line string), g Gauge) *Progress {
	start := time.Now()
	p := &Progress{
		gauge: g, w: w, say: say, tty: terminal.Of(w), begin: start, said: start,
		stopping: make(chan struct{}), stopped: make(chan struct{}),
	}
	if terminal.IsDumb() {
		p.tty = nil
	}
	if when == Auto {
		p.begin = start.Add(ShowAfter)
	}
	if when == Never || when == Auto && p.tty == nil {
		return nil
	}
	go func() {
		defer close(p.stopped)
		tick := time.NewTicker(ShowEvery)
		defer tick.Stop()
		for {
			select {
			case now := <-tick.C:
				p.gauge.Look(now)
				p.show(now)
				continue
			case <-ctx.Done():
			case <-p.stopping:
			}
			p.gauge.Look(time.Now())
			p.end()
			return
		}
	}()
	return p
}

// Stop ends the progress: when it returns, the line is gone and nothing more is
// written. It may be called more than once.
func (p *Progress) Stop() {
	if p != nil {
		p.once.Do(func() { close(p.stopping) })
		<-p.stopped
	}
}

// show shows the last sample, if it is time.
func (p *Progress) show(now time.Time) {
	switch {
	case p.tty == nil:
		if now.Sub(p.said) >= LogEvery {
			p.said = now
			p.say(p.gauge.Line(wide))
		}
	case !terminal.Foreground(p.tty):
		p.shown = 0 // the shell has the line now
	case p.gauge.Begun() && !now.Before(p.begin):
		p.over(p.gauge.Line(terminal.Columns(p.tty)))
	}
}

// end takes the line away, or says the last one.
func (p *Progress) end() {
	switch {
	case p.tty == nil:
		p.say(p.gauge.Line(wide))
	case terminal.Foreground(p.tty):
		p.over("")
	}
}

const wide = 1 << 10 // columns for everything

// over writes text over the line that is shown. Afterwards the cursor is at its
// front, so that what the terminal shows of ^C is written over, too.
func (p *Progress) over(text string) {
	text = label.Escape(text, "")
	if text == "" && p.shown == 0 {
		return
	}
	width, erase := terminal.Columns(p.tty), ""
	if p.shown > width {
		// The window became narrower, and the end of the line may stand below now.
		width, erase = width+1, terminal.EraseBelow
	}
	blank := max(0, min(p.shown, width)-len(text))
	io.WriteString(p.w, "\r"+erase+text+strings.Repeat(" ", blank)+"\r")
	p.shown = len(text)
}
