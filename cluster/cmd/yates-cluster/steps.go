package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/internal/cli"
	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/frame"
)

func newRunCommand() *cobra.Command {
	var r cli.Runner
	cmd := newCommand("run [FLAG]... INPUT... -o NAME", "do a whole job on this machine",
		`Run plans a job, does its steps in this process, and removes the folder of the job. It
needs a store for the inputs, the output and the folder of the job, and little else: no
service and no port. What a step cannot hold in memory goes to a temporary file.

If it fails or is killed, the same command line continues from what is there, also
without a seed. To give the job up, "yates-cluster clean" removes its folder, which holds
the seed. "yates-beam" is the same for the runners of Apache Beam.`,
		"run 'data/*.jsonl' -o 'out/part-{}.jsonl' --seed 2026",
		func(ctx context.Context, ui *frame.UI, args []string) error { return r.Run(ctx, ui, args, job.Local) })
	r.Register(cmd)
	return cmd
}

func newPlanCommand() *cobra.Command {
	var what cli.JobFlags
	cmd := newCommand("plan [FLAG]... INPUT... -o NAME", "plan a job and print the name of its folder",
		`Plan writes what to do to the folder of a job and prints its name. Then any number of
machines do the steps, of which each kind must be done before the next begins:
  yates-cluster count K of N FOLDER      for K from 1 to N
  yates-cluster scatter K of N FOLDER
  yates-cluster gather K of N FOLDER
  yates-cluster finish FOLDER            writes the manifest
  yates-cluster clean FOLDER             removes the folder of the job
  yates-cluster status FOLDER            prints which steps are done
  yates-cluster resume FOLDER            does what is missing on this machine

N is the number of machines or tasks, as you like, and need not be the same for each
kind. A step that failed or was killed can be done again, on any machine, also while
another one may still do it. What is there already is not done again.

The plan holds the seed: whoever can read the folder can know the order.`,
		`plan 's3://b/in/*.gz' -o 's3://b/out/part-{}.gz' >folder
  seq 8 | parallel -q yates-cluster count {} of 8 "$(cat folder)"`,
		func(ctx context.Context, ui *frame.UI, args []string) error {
			spec, err := what.Spec(ui, args)
			if err != nil {
				return err
			}
			j, err := job.Make(ctx, store.New(), spec)
			if err == nil {
				err = what.Tell(ui, j)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(ui.Out, j.Work())
			return err
		})
	what.Register(cmd.Flags())
	return cmd
}

func newStepCommand(kind, short, long string) *cobra.Command {
	var w cli.Worker
	cmd := newCommand(kind+" [FLAG]... K of N FOLDER", short, long, kind+" 3 of 40 s3://b/out/_part-%d.gz.work",
		func(ctx context.Context, ui *frame.UI, args []string) error {
			k, n, err := share(kind, args)
			if err != nil {
				return err
			}
			return work(ctx, ui, &w, kind, args[3:], func(j *job.Job) error { return j.Share(ctx, kind, k, n) })
		})
	w.Register(cmd)
	return cmd
}

// work lets a worker do something with the job in the folder that the arguments of a command are.
func work(ctx context.Context, ui *frame.UI, w *cli.Worker, command string, args []string,
	do func(*job.Job) error) error {
	_, err := w.Work(ctx, ui, func(st *store.Store, employ func(*job.Job)) error {
		j, err := open(ctx, st, command, args)
		if err != nil {
			return err
		}
		employ(j)
		return do(j)
	})
	return err
}

// share returns K and N of "K of N FOLDER", the arguments of a command.
func share(command string, args []string) (k, n int, err error) {
	if len(args) != 4 || args[1] != "of" || args[3] == "" {
		return 0, 0, frame.BadUsage("yates-cluster "+command+" --help",
			"say which share, and the folder of the job: %s 3 of 40 FOLDER", command)
	}
	if _, err := fmt.Sscanf(args[0]+" "+args[2]+"\n", "%d %d\n", &k, &n); err != nil || k < 1 || k > n {
		return 0, 0, frame.BadUsage("", "%s of %s is not a share such as 3 of 40", args[0], args[2])
	}
	return k, n, nil
}

func newFinishCommand() *cobra.Command {
	return newCommand("finish FOLDER", "write the manifest",
		`Finish completes the manifest of a job beside its output, and prints its name: the inputs
with their sizes and tags, the hash of the seed, the number of records, and the shards
with their hashes. It says "complete": true if and only if the output is whole.`,
		"finish s3://b/out/_part-%d.gz.work",
		func(ctx context.Context, ui *frame.UI, args []string) error {
			j, err := open(ctx, store.New(), "finish", args)
			if err == nil {
				err = j.Do(ctx, "finish", 0)
			}
			if err == nil {
				_, err = fmt.Fprintln(ui.Out, j.Manifest())
			}
			return err
		})
}

func newResumeCommand() *cobra.Command {
	var w cli.Worker
	cmd := newCommand("resume [FLAG]... FOLDER", "do what is missing of a job on this machine",
		`Resume does all steps of a job that are not done, and finishes it. A step that a store does
not let happen is tried three times. Others may do steps meanwhile.`,
		"resume s3://b/out/_part-%d.gz.work",
		func(ctx context.Context, ui *frame.UI, args []string) error {
			return work(ctx, ui, &w, "resume", args, func(j *job.Job) error { return job.Local(ctx, j) })
		})
	w.Register(cmd)
	return cmd
}

func newStatusCommand() *cobra.Command {
	var asJSON bool
	cmd := newCommand("status [FLAG]... FOLDER", "print which steps of a job are done",
		`Status prints a line for each step of a job: that it is done, how long it took and which
process of which host did it; or that it has begun, so that it is under way or was
killed; or that it is missing. It only looks, and reads neither inputs nor outputs.`,
		"status s3://b/out/_part-%d.gz.work",
		func(ctx context.Context, ui *frame.UI, args []string) error {
			j, err := open(ctx, store.New(), "status", args)
			if err != nil {
				return err
			}
			s, err := j.Status(ctx)
			if err != nil {
				return err
			}
			if asJSON {
				to := json.NewEncoder(ui.Out)
				to.SetIndent("", "  ")
				return to.Encode(s)
			}
			for _, step := range s.Steps { // ui.Out keeps errors
				fmt.Fprintf(ui.Out, "%s %d of %d: %s\n", step.Kind, step.Number, step.Of, state(step))
			}
			return nil
		})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, with the times at which each step began and was done")
	return cmd
}

// state says what is known of a step.
func state(s job.Step) string {
	until := func(t time.Time) string { return max(t.Sub(s.Begun), 0).Round(time.Second).String() }
	by := " by process " + s.Process + " of " + s.Host
	switch {
	case s.Done.IsZero() && s.Begun.IsZero():
		return "missing"
	case s.Done.IsZero():
		return "begun " + until(time.Now()) + " ago" + by
	case s.Begun.IsZero():
		return "done"
	}
	return "done in " + until(s.Done) + by
}

func newCleanCommand() *cobra.Command {
	return newCommand("clean FOLDER", "remove the folder of a job",
		`Clean removes what jobs have made in a folder, also what those that were killed have left
there. The output belongs to nobody then, but its shards stay, and everything else: to use
the same name again, remove them yourself.`,
		"clean s3://b/out/_part-%d.gz.work",
		func(ctx context.Context, ui *frame.UI, args []string) error {
			if err := checkFolder("clean", args); err != nil {
				return err
			}
			return job.Clean(ctx, store.New(), args[0])
		})
}

// checkFolder returns an error unless the arguments of a command are one folder.
func checkFolder(command string, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return frame.BadUsage("yates-cluster "+command+" --help", "%s takes the folder of a job", command)
	}
	return nil
}

// open returns the job in the folder that the arguments of a command are.
func open(ctx context.Context, st *store.Store, command string, args []string) (*job.Job, error) {
	if err := checkFolder(command, args); err != nil {
		return nil, err
	}
	return job.Open(ctx, st, args[0])
}
