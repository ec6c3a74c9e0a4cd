// Package progress shows the progress of some work.
package progress

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/terminal"
)

// Quick work shows no progress. These are variables for tests.
var (
	ShowAfter = time.Second
	ShowEvery = 200 * time.Millisecond
	LogEvery  = 10 * time.Second
)

// A Gauge says how far some work is: the first of the texts that fits is shown, on a terminal
// only if the work has begun. One goroutine calls it.
type Gauge func(now time.Time) (texts []string, begun bool)

// A Progress shows the progress of some work on standard error. On a terminal it is a
// line without a line feed. Carriage returns and spaces, which every terminal
// supports, overwrite it and erase it when the progress is stopped. Elsewhere it is
// whole lines at intervals, and one at the end.
//
// A nil Progress shows nothing.
type Progress struct {
	gauge Gauge
	w     io.Writer
	say   func(line string)
	tty   *os.File // nil if say gets whole lines

	begin time.Time // when to show the line first
	shown int       // columns of the line on the terminal
	said  time.Time // when the last whole line was written

	stopping, stopped chan struct{}
	once              sync.Once
}

// Start starts showing a gauge on w, by default only if it is a terminal. Whole lines go
// to say. The progress must be stopped. It erases its line also when ctx ends.
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
				p.show(now)
				continue
			case <-ctx.Done():
			case <-p.stopping:
			}
			p.end()
			return
		}
	}()
	return p
}

// Stop ends the progress. When it returns, the line is erased and nothing more is
// written. It may be called more than once.
func (p *Progress) Stop() {
	if p != nil {
		p.once.Do(func() { close(p.stopping) })
		<-p.stopped
	}
}

// show shows how far the work is, if it is time.
func (p *Progress) show(now time.Time) {
	texts, begun := p.gauge(now)
	switch {
	case p.tty == nil:
		if now.Sub(p.said) >= LogEvery {
			p.said = now
			p.say(texts[0])
		}
	case !terminal.Foreground(p.tty):
		p.shown = 0 // the shell has the line now
	case begun && !now.Before(p.begin):
		p.over(fitting(texts, terminal.Columns(p.tty)))
	}
}

// fitting returns the first text of at most width columns, or "".
func fitting(texts []string, width int) string {
	if i := slices.IndexFunc(texts, func(text string) bool { return len(text) <= width }); i >= 0 {
		return texts[i]
	}
	return ""
}

// end erases the line, or writes the last whole one.
func (p *Progress) end() {
	switch {
	case p.tty == nil:
		texts, _ := p.gauge(time.Now())
		p.say(texts[0])
	case terminal.Foreground(p.tty):
		p.over("")
	}
}

// over overwrites the line with text. It leaves the cursor at the start, so that the
// next line also overwrites the terminal's ^C.
func (p *Progress) over(text string) {
	text = label.Escape(text, "")
	if text == "" && p.shown == 0 {
		return
	}
	width, erase := terminal.Columns(p.tty), ""
	if p.shown > width {
		// The window became narrower, so the end of the line may be on the next row.
		width, erase = width+1, terminal.EraseBelow
	}
	blank := max(0, min(p.shown, width)-len(text))
	io.WriteString(p.w, "\r"+erase+text+strings.Repeat(" ", blank)+"\r")
	p.shown = len(text)
}

// A When is the value of --progress.
type When string

const (
	Auto   When = "auto"
	Always When = "always"
	Never  When = "never"
)

// Set sets when to show progress.
func (v *When) Set(text string) error {
	switch w := When(text); w {
	case Auto, Always, Never:
		*v = w
		return nil
	}
	return errors.New("it is not auto, always or never")
}
