//go:build !js

package deals

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

// A Program is a command to run for its deals.
type Program struct {
	Args    []string
	Input   []byte // for each run; nil for none
	Most    int    // bytes that a run may print
	Timeout time.Duration
}

// lingering is how long children of a process that has ended may keep its output open.
const lingering = time.Second

var errTimeout = errors.New("timeout")

// command returns the command, which is killed with its children when ctx ends.
func (p *Program) command(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.Args[0], p.Args[1:]...)
	ownGroup(cmd)
	cmd.WaitDelay = lingering
	if p.Input != nil {
		cmd.Stdin = bytes.NewReader(p.Input)
	}
	return cmd
}

// wait waits until a command has ended, and kills what is left of its group. The system
// does not reuse the group's number while the group has a process. Once it is empty, a
// new process may get the number as soon as Wait has seen the end, so wait kills the
// group right then and never later. One risk remains: a process could get this number
// in between and lead a group with it, within microseconds, or within the time of
// lingering if a process outside the group keeps the output open.
func wait(cmd *exec.Cmd) error {
	err := cmd.Wait()
	killGroup(cmd)
	return err
}

// once runs the command and returns its output.
func (p *Program) once(ctx context.Context) ([]byte, error) {
	timed, stop := context.WithTimeoutCause(ctx, p.Timeout, errTimeout)
	defer stop()
	cmd := p.command(timed)
	stdout, stderr := &capture{most: p.Most}, &tail{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err := cmd.Start()
	if err == nil {
		err = wait(cmd)
	}
	switch cause := context.Cause(timed); {
	case stdout.full:
		return nil, fault(TooMuch, "printed more than %s", label.Size(float64(p.Most)))
	case err != nil && cause == errTimeout:
		return nil, fault(Endless, "has not ended after %v", p.Timeout)
	case err != nil && cause != nil:
		return nil, cause
	case err != nil:
		return nil, failure(err, stderr)
	}
	return stdout.text, nil
}

// failure words the error of a failed run, to follow its name.
func failure(err error, stderr *tail) error {
	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case errors.Is(err, exec.ErrWaitDelay):
		return errors.New("ended, but left processes behind that keep its output open")
	case !exited:
		if e, ok := errors.AsType[*exec.Error](err); ok {
			err = e.Err
		}
		return fmt.Errorf("cannot start: %w", err)
	case stderr.line() != "":
		return fmt.Errorf("failed: %v: %s", exit, stderr.line())
	}
	return fmt.Errorf("failed: %v", exit)
}

// A capture keeps what is written to it, up to a limit. Then writes fail, which ends who writes.
type capture struct {
	text []byte
	most int
	full bool
}

func (c *capture) Write(b []byte) (int, error) {
	if c.full = len(b) > c.most-len(c.text); c.full {
		return 0, io.ErrShortWrite
	}
	c.text = append(c.text, b...)
	return len(b), nil
}

// A tail keeps the end of what is written to it.
type tail struct{ text []byte }

const tailSize = 1 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b[max(0, len(b)-tailSize):]...)
	t.text = t.text[max(0, len(t.text)-tailSize):]
	return len(b), nil
}

// line returns the last line, made printable, but for those that only say how to get help, as
// of GNU's programs, or are a command line to paste, as of ours.
func (t *tail) line() string {
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	last := len(lines) - 1
	for last > 0 && slices.ContainsFunc([]string{"Try ", " ", "usage", "Usage"}, func(start string) bool {
		return lines[last] == "" || strings.HasPrefix(lines[last], start)
	}) {
		last--
	}
	return printable(strings.TrimSpace(lines[last]))
}

// Runs is a source of deals from repeated runs of a program, some at the same time.
// The deals come in the order in which the runs started, whichever ends first.
type Runs struct {
	cancel  context.CancelFunc
	started chan chan oneRun
	all     sync.WaitGroup
	number  int64
}

type oneRun struct {
	text []byte
	err  error
}

// StartRuns runs the program until it is closed, with up to jobs runs at the same time.
func StartRuns(ctx context.Context, p *Program, jobs int) *Runs {
	ctx, cancel := context.WithCancel(ctx)
	// As many again may have ended and wait for an earlier one.
	r := &Runs{cancel: cancel, started: make(chan chan oneRun, 2*jobs)}
	free := make(chan struct{}, jobs)
	r.all.Go(func() {
		for {
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return
			}
			one := make(chan oneRun, 1)
			select {
			case r.started <- one:
			case <-ctx.Done():
				return
			}
			r.all.Go(func() {
				text, err := p.once(ctx)
				one <- oneRun{text, err}
				<-free
			})
		}
	})
	return r
}

// Next returns what the next run printed.
func (r *Runs) Next(ctx context.Context) ([]byte, error) {
	var next chan oneRun
	select {
	case next = <-r.started:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	r.number++
	select {
	case one := <-next:
		if one.err != nil {
			return nil, fmt.Errorf("%s %w", r.Where(), one.err)
		}
		return one.text, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Where names the last run.
func (r *Runs) Where() string { return fmt.Sprint("run ", r.number, " of the command") }

// Close ends all runs and waits for them.
func (r *Runs) Close() {
	r.cancel()
	r.all.Wait()
}

// StartStream starts a program that prints one deal a line. Only the length of a line
// is limited.
func StartStream(ctx context.Context, p *Program) (*Lines, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := p.command(ctx)
	stderr := &tail{}
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("the command %w", failure(err, stderr))
	}
	ended := sync.OnceValue(func() error { return wait(cmd) })
	l := ReadLines(readerFunc(func(b []byte) (int, error) {
		n, err := stdout.Read(b)
		if err == io.EOF {
			if failed := ended(); failed != nil {
				err = fmt.Errorf("the command %w", failure(failed, stderr))
			}
		}
		return n, err
	}), "of the command", p.Most, p.Timeout)
	l.end = func() {
		cancel()
		ended()
	}
	return l, nil
}

type readerFunc func(b []byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }
