//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is how long a command may take that takes seconds.
const patience = 3 * time.Minute

// A result is how the command ended.
type result struct {
	status int // the exit status, or the signal that ended it, negative
	stderr string
	took   time.Duration
	peak   int64  // bytes of memory
	files  int    // most descriptors that were seen open
	shown  string // a file that was seen to be open to more people than before
}

const killed = -int(syscall.SIGKILL)

// reset puts everything as it is before the command starts.
func (r *round) reset() error {
	for _, dir := range []string{r.outDir, r.tmpDir, filepath.Join(r.dir, "work")} {
		os.Chmod(dir, 0o777)
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
		if err := os.Chmod(dir, 0o777); err != nil { // whatever the umask
			return err
		}
	}
	os.Remove(r.stdout())
	for i, s := range r.sources {
		var err error
		if s.how == byFifo {
			err = syscall.Mkfifo(r.work(i), 0o666)
		} else {
			err = copyFile(r.work(i), r.in(i))
		}
		if err != nil {
			return err
		}
	}
	for i := range r.outs {
		if err := r.resetOut(&r.outs[i]); err != nil {
			return err
		}
	}
	r.changed = nil
	if r.fault.change == nil {
		return nil
	}
	// What is written in the same moment is not told from what was there.
	err := os.Chtimes(r.work(0), time.Time{}, time.Now().Add(-time.Hour))
	if err == nil {
		r.was, err = os.Stat(r.work(0))
	}
	return err
}

// resetOut makes the file that there is in the place of an output.
func (r *round) resetOut(o *out) (err error) {
	if !o.exists() {
		return nil
	}
	if !o.input {
		if err := os.WriteFile(o.name, o.old, 0o666); err != nil {
			return err
		}
	}
	if err := os.Chmod(o.name, r.mode); err != nil {
		return err
	}
	if err := setAttributes(o.name, r.listed); err != nil {
		return err
	}
	if r.fault.forbids != nil && os.Getuid() == 0 {
		if err := os.Chown(o.name, nobody, nobody); err != nil {
			return err
		}
	}
	if o.was, err = os.Stat(o.name); err != nil {
		return err
	}
	o.who, err = readers(o.name)
	o.kept = attributes(o.name)
	return err
}

// nobody is a user and a group.
const nobody = 65534

func (r *round) stdout() string { return filepath.Join(r.dir, "stdout") }

// command returns the command of the round, its standard input, and the limits
// and the user that a fault gives it.
func (r *round) command(yates string, f *fault) *exec.Cmd {
	if r.shuf {
		yates = filepath.Join(filepath.Dir(yates), "shuf")
	}
	args := append([]string{yates}, r.args...)
	if f.bad != nil {
		end := slices.Index(args, "--") // the last one of a flag counts
		if end < 0 {
			end = len(args)
		}
		args = slices.Insert(args, end, f.bad[r.number%uint64(len(f.bad))])
	}
	script := ""
	switch {
	case f.limit != nil:
		script = "ulimit " + strings.Join(f.limit(r), " ") + ` && exec "$@"`
	case f.closed != "": // by a shell that stays, and has it open
		script = `"$@" ` + f.closed + "; exit $?"
	}
	if script != "" {
		args = append([]string{"sh", "-c", script, "sh"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if f.forbids != nil && os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return cmd
}

// run runs the command while act is called with its process; act returns when
// ended is closed.
func (r *round) run(yates string, f *fault, act func(p *os.Process, ended <-chan struct{})) (res result, err error) {
	cmd := r.command(yates, f)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var closers []io.Closer
	defer func() {
		for _, c := range closers {
			c.Close()
		}
	}()
	var feeders sync.WaitGroup
	feed := func(i int, open func() (io.WriteCloser, error)) {
		feeders.Go(func() {
			w, err := open()
			if err != nil {
				return
			}
			defer w.Close()
			if in, err := os.Open(r.in(i)); err == nil {
				io.Copy(struct{ io.Writer }{w}, in) // the reader may go away
				in.Close()
			}
		})
	}
	for i, s := range r.sources {
		switch s.how {
		case byRedirection:
			in, err := os.Open(r.work(i))
			if err != nil {
				return res, err
			}
			closers = append(closers, in)
			cmd.Stdin = in
		case byPipe:
			read, write, err := os.Pipe()
			if err != nil {
				return res, err
			}
			closers = append(closers, read)
			cmd.Stdin = read
			feed(i, func() (io.WriteCloser, error) { return write, nil })
		case byFifo:
			feed(i, func() (io.WriteCloser, error) { return os.OpenFile(r.work(i), os.O_WRONLY, 0) })
		}
	}
	got, err := os.Create(r.stdout())
	if err != nil {
		return res, err
	}
	closers = append(closers, got)
	var drained sync.WaitGroup
	if f.closes || r.number%2 == 0 { // a pipe, else a file
		read, write, err := os.Pipe()
		if err != nil {
			return res, err
		}
		cmd.Stdout = write
		closers = append(closers, write)
		drained.Go(func() {
			defer read.Close()
			if f.closes {
				io.CopyN(got, read, r.rng.Int64N(int64(r.size)+2))
			} else {
				io.Copy(got, read)
			}
		})
	} else {
		cmd.Stdout = got
	}

	resetPeak()
	begin := time.Now()
	err = cmd.Start()
	for _, c := range closers {
		if c != got {
			c.Close()
		}
	}
	if err != nil {
		return res, err
	}
	ended := make(chan struct{})
	var watchers sync.WaitGroup
	watchers.Go(func() { res.files = watchFiles(cmd.Process.Pid, ended) })
	watchers.Go(func() { res.shown = r.watchNames(ended) })
	watchers.Go(func() { act(cmd.Process, ended) })
	timer := time.AfterFunc(patience, func() { cmd.Process.Signal(syscall.SIGABRT) }) // a trace of all goroutines
	cmd.Wait()
	timer.Stop()
	res.took = time.Since(begin)
	close(ended)
	watchers.Wait()
	drained.Wait()
	done := make(chan struct{})
	go func() { feeders.Wait(); close(done) }()
	r.release(done)

	res.stderr = stderr.String()
	res.status = cmd.ProcessState.ExitCode()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		res.status = -int(status.Signal())
	}
	res.peak = int64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "linux" {
		res.peak <<= 10
	}
	if err := syscall.Kill(-cmd.Process.Pid, 0); !errors.Is(err, syscall.ESRCH) {
		return res, fmt.Errorf("a process is left: %v", err)
	}
	return res, nil
}

// release opens the fifos and closes them until no feeder waits for a reader.
func (r *round) release(done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(time.Millisecond):
		}
		for i, s := range r.sources {
			if s.how == byFifo {
				if fd, err := syscall.Open(r.work(i), syscall.O_RDONLY|syscall.O_NONBLOCK, 0); err == nil {
					syscall.Close(fd)
				}
			}
		}
	}
}

// watchNames looks at all files beside the outputs, and returns the first one that it
// sees to be readable by more people than what was there before.
func (r *round) watchNames(ended <-chan struct{}) (shown string) {
	may, all := map[string]int{}, 0
	for _, o := range r.outs {
		if !o.exists() {
			continue
		}
		may[filepath.Base(o.name)] = o.who
		all |= o.who
	}
	if len(may) == 0 {
		<-ended
		return ""
	}
	dir := filepath.Dir(r.outs[0].name)
	for {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			who, known := may[e.Name()]
			if strings.HasPrefix(e.Name(), ".yates-") && len(may) == len(r.outs) {
				who, known = all, true
			}
			if !known { // it may be a pipe, which is not ours to open
				continue
			}
			if got, err := readers(filepath.Join(dir, e.Name())); err == nil && got&^who != 0 && shown == "" {
				shown = e.Name()
			}
		}
		select {
		case <-ended:
			return shown
		case <-time.After(time.Millisecond):
		}
	}
}
