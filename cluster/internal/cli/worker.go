package cli

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/process"
	"github.com/yates-shuffle/yates/internal/progress"
)

// A Worker is a command that does steps: what these may use, and whether it shows its progress.
type Worker struct {
	limits job.Limits
	show   progress.When
}

// Register adds the flags.
func (w *Worker) Register(cmd *cobra.Command) {
	l := &w.limits
	l.Memory = 256 << 20
	flags := cmd.Flags()
	flags.Var((*frame.Memory)(&l.Memory), "memory",
		"use up to `SIZE` of memory for records, and 96M for the rest (default 256M)")
	flags.Var((*frame.AtLeastOne)(&l.Workers), "workers", "use `N` processors (default all)")
	const usage = "put what does not fit into memory into the folder `DIR` (default $TMPDIR or /tmp)"
	flags.Func("tmp", usage, func(dir string) error {
		l.TempDir = dir
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return errors.New("it is not a folder")
		}
		return nil
	})
	frame.ProgressVar(cmd, &w.show)
}

// Work calls do, which does steps of the job that it hands to employ, and shows how far they are. It reports
// whether that was shown.
func (w *Worker) Work(ctx context.Context, ui *frame.UI,
	do func(st *store.Store, employ func(*job.Job)) error) (shows bool, err error) {
	process.LimitHeap(w.limits.Memory)
	st, now := store.New(), atomic.Value{}
	now.Store("planning")
	shown := ui.StartProgress(ctx, w.show, func(time.Time) ([]string, bool) {
		read, written := st.Moved()
		doing := now.Load().(string)
		moved := ", read " + label.Size(float64(read)) + ", wrote " + label.Size(float64(written))
		return []string{doing + moved, doing}, true
	})
	defer shown.Stop()
	return shown != nil, do(st, func(j *job.Job) {
		j.Limits, j.Say = w.limits, ui.Say
		j.Watch = func(doing string) { now.Store(doing) }
	})
}
