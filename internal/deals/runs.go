package deals

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/yates-shuffle/yates/internal/label"
)

// A Program is a command that is run for its deals.
type Program struct {
	Args    []string
	Input   []byte // of each run; nil for none
	Most    int    // bytes that a run may print
	Timeout time.Duration
}

// lingering is how long a process that has ended may leave its output open, in the
// hands of those it has started.
const lingering = time.Second

var (
	errTimeout = errors.New("timeout")
	errTooMuch = errors.New("too much output")
)

// command returns the command, which ends with ctx, and all it has started too.
func (p *Program) command(ctx context.Context) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.Args[0], p.Args[1:]...)
	ownGroup(cmd)
	cmd.WaitDelay = lingering
	if p.Input != nil {
		cmd.Stdin = bytes.NewReader(p.Input)
	}
	return cmd
}

// wait waits until a command has ended, and ends what it has left behind in its
// group. The system gives the group's number to nobody else while there is anyone in
// it. If there is nobody, a new process may get it once Wait has seen the end, so the
// group is ended right then and never later. What remains is that a process gets just
// this number in between, and makes a group of its own of it: within microseconds, or
// the time of lingering where what has left the group holds the output.
func wait(cmd *exec.Cmd) error {
	err := cmd.Wait()
	killGroup(cmd)
	return err
}

// once runs the command and returns what it prints.
func (p *Program) once(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timed, stop := context.WithTimeoutCause(ctx, p.Timeout, errTimeout)
	defer stop()
	cmd := p.command(timed)
	stdout := &capture{most: p.Most, tooMuch: func() { cancel(errTooMuch) }}
	stderr := &tail{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err := cmd.Start()
	if err == nil {
		err = wait(cmd)
	}
	switch cause := context.Cause(timed); {
	case cause == errTooMuch:
		return nil, fmt.Errorf("printed more than %s", label.Size(float64(p.Most)))
	case err != nil && cause == errTimeout:
		return nil, fault(Late, "has not ended after %v", p.Timeout)
	case err != nil && cause != nil:
		return nil, cause
	case err != nil:
		return nil, failure(err, stderr)
	}
	return stdout.text, nil
}

// failure returns the error of a run that failed, in words that follow its name.
func failure(err error, stderr *tail) error {
	exit, exited := errors.AsType[*exec.ExitError](err)
	switch {
	case errors.Is(err, exec.ErrWaitDelay):
		return errors.New("ended, but left processes behind that hold its output")
	case !exited:
		if e, ok := errors.AsType[*exec.Error](err); ok {
			err = e.Err
		}
		return fmt.Errorf("cannot be started: %w", err)
	case stderr.line() != "":
		return fmt.Errorf("failed: %v: %s", exit, stderr.line())
	}
	return fmt.Errorf("failed: %v", exit)
}

// A capture keeps what is written to it, up to a limit.
type capture struct {
	text    []byte
	most    int
	tooMuch func()
}

func (c *capture) Write(b []byte) (int, error) {
	if len(b) > c.most-len(c.text) {
		c.tooMuch()
		return 0, errTooMuch
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

// line returns the last line, in what may be shown.
func (t *tail) line() string {
	text := strings.TrimSpace(string(t.text))
	return printable(text[strings.LastIndexByte(text, '\n')+1:])
}

// Runs are the deals of a program that is run again and again, some runs at the
// same time. They come in the order in which the runs were started, so it does not
// matter which is done first.
type Runs struct {
	cancel  context.CancelFunc
	started chan *oneRun
	all     sync.WaitGroup
	number  int64
}

type oneRun struct {
	text []byte
	err  error
	done chan struct{}
}

// StartRuns runs the program, so often at the same time, until it is closed.
func StartRuns(ctx context.Context, p *Program, jobs int) *Runs {
	ctx, cancel := context.WithCancel(ctx)
	// As many may be done and wait for one before them.
	r := &Runs{cancel: cancel, started: make(chan *oneRun, 2*jobs)}
	free := make(chan struct{}, jobs)
	r.all.Go(func() {
		for {
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return
			}
			one := &oneRun{done: make(chan struct{})}
			select {
			case r.started <- one:
			case <-ctx.Done():
				return
			}
			r.all.Go(func() {
				one.text, one.err = p.once(ctx)
				close(one.done)
				<-free
			})
		}
	})
	return r
}

// Next returns what the next run printed.
func (r *Runs) Next(ctx context.Context) ([]byte, error) {
	var one *oneRun
	select {
	case one = <-r.started:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	r.number++
	select {
	case <-one.done:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if one.err != nil {
		return nil, fmt.Errorf("%s %w", r.Where(), one.err)
	}
	return one.text, nil
}

// Where says which run was the last.
func (r *Runs) Where() string { return fmt.Sprint("run ", r.number, " of the command") }

// Close ends all runs and returns when there are none.
func (r *Runs) Close() {
	r.cancel()
	r.all.Wait()
}

// StartStream starts a program that prints a deal a line. Only its lines are
// limited in length.
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
