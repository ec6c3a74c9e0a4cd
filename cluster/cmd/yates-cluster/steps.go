package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/records"
)

func newPlanCommand() *cobra.Command {
	var what jobFlags
	cmd := &cobra.Command{
		Use:   "plan [FLAG]... INPUT... -o NAME",
		Short: "plan a job and print the name of its folder",
		Long: `Plan writes what to do to the folder of a job and prints its name. Then any number of
machines do the steps, of which each kind must be done before the next begins:
  yates-cluster count K of N FOLDER      for K from 1 to N
  yates-cluster scatter K of N FOLDER
  yates-cluster gather K of N FOLDER
  yates-cluster finish FOLDER            writes the manifest
  yates-cluster clean FOLDER             removes the folder of the job

N is the number of machines or tasks, as you like, and need not be the same for each
kind. A step that failed, was killed or is unknown can be done again, on any machine,
also while another one does it. What is there already is not done again.

The plan holds the seed: whoever can read the folder can know the order.`,
		Example: `  work=$(yates-cluster plan 's3://b/in/*.gz' -o 's3://b/out/part-{}.gz')
  seq 8 | parallel yates-cluster count {} of 8 "$work"`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			spec, err := what.get(args)
			if err != nil {
				return err
			}
			st := store.New()
			defer st.Close()
			j, err := job.Make(cmd.Context(), st, spec)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), j.Work())
			return err
		},
	}
	what.register(cmd.Flags(), true)
	return cmd
}

func newStepCommand(step string) *cobra.Command {
	long := map[string]string{
		"count": `Count counts the records of the Kth of N shares of the segments of a job.`,
		"scatter": `Scatter sorts the records of the Kth of N shares of the segments into buckets, and
writes each segment to the folder of the job. All segments must have been counted.`,
		"gather": `Gather writes the Kth of N shares of the shards. All segments must have been scattered.`,
	}[step]
	short := map[string]string{"count": "count the records", "scatter": "scatter the records to buckets", "gather": "shuffle the buckets and write the shards"}[step]
	var with workerFlags
	cmd := &cobra.Command{
		Use:                   step + " [FLAG]... K of N FOLDER",
		Short:                 short,
		Long:                  long,
		Example:               "  yates-cluster " + step + " 3 of 40 s3://b/out/part-work",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			k, n, err := share(cmd, args)
			if err == nil {
				err = with.check()
			}
			if err != nil {
				return err
			}
			return withJob(cmd, args[3], func(ctx context.Context, j *job.Job) error {
				with.set(j)
				for i := k - 1; i < j.Steps(step); i += n {
					if err := j.Do(ctx, step, i); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	with.register(cmd.Flags())
	return cmd
}

// share returns K and N of "K of N FOLDER".
func share(cmd *cobra.Command, args []string) (k, n int, err error) {
	if len(args) != 4 || args[1] != "of" || args[3] == "" {
		return 0, 0, badUsage(cmd.CommandPath()+" --help", "say which share, and the folder of the job: %s 3 of 40 FOLDER", cmd.Name())
	}
	k, err1 := strconv.Atoi(args[0])
	n, err2 := strconv.Atoi(args[2])
	if err1 != nil || err2 != nil || k < 1 || k > n {
		return 0, 0, badUsage("", "%s of %s is not a share such as 3 of 40", args[0], args[2])
	}
	return k, n, nil
}

// withJob calls do with the job in a folder.
func withJob(cmd *cobra.Command, folder string, do func(context.Context, *job.Job) error) error {
	st := store.New()
	defer st.Close()
	j, err := job.Open(cmd.Context(), st, folder)
	if err != nil {
		return err
	}
	return do(cmd.Context(), j)
}

// oneFolder returns the argument of a command that takes the folder of a job.
func oneFolder(cmd *cobra.Command, args []string) (string, error) {
	if len(args) != 1 || args[0] == "" {
		return "", badUsage(cmd.CommandPath()+" --help", "%s takes the folder of a job", cmd.Name())
	}
	return args[0], nil
}

func newFinishCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "finish FOLDER",
		Short: "write the manifest",
		Long: `Finish writes the manifest of a job beside its output, and prints its name: the inputs
with their sizes and tags, the hash of the seed, the number of records, and the shards
with their hashes. It is there if and only if the output is whole.`,
		Example:               "  yates-cluster finish s3://b/out/part-work",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := oneFolder(cmd, args)
			if err != nil {
				return err
			}
			return withJob(cmd, folder, func(ctx context.Context, j *job.Job) error {
				if err := j.Finish(ctx); err != nil {
					return err
				}
				_, err := fmt.Fprintln(cmd.OutOrStdout(), j.Manifest())
				return err
			})
		},
	}
}

func newCleanCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "clean FOLDER",
		Short: "remove the folder of a job",
		Long: `Clean removes everything that jobs keep in a folder. The output stays, and so does what
no job makes. Parts of objects whose writer was killed
are not listed by stores; a lifecycle rule of the bucket removes them.`,
		Example:               "  yates-cluster clean s3://b/out/part-work",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := oneFolder(cmd, args)
			if err != nil {
				return err
			}
			st := store.New()
			defer st.Close()
			return job.Clean(cmd.Context(), st, folder)
		},
	}
}

func newShuffleCommand() *cobra.Command {
	var what jobFlags
	var with workerFlags
	cmd := &cobra.Command{
		Use:   "shuffle [FLAG]... INPUT... -o NAME",
		Short: "shuffle on this machine alone",
		Long: `Shuffle reads each input once and writes the shards and the manifest. What does not
fit into memory goes to a temporary file.`,
		Example:               "  yates-cluster shuffle s3://a/x.jsonl -o 's3://b/out-{}.jsonl.zst' --shards 10",
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			spec, err := what.get(args)
			if err == nil {
				err = with.check()
			}
			if err != nil {
				return err
			}
			st := store.New()
			defer st.Close()
			defer func() { sayFewer(cmd, st, spec, err) }()
			if done, _, err := job.Done(cmd.Context(), st, spec); done || err != nil {
				return err
			}
			return job.Shuffle(cmd.Context(), st, spec, records.Options{Memory: int64(with.memory), Workers: with.workers, TempDir: with.tmp})
		},
	}
	what.register(cmd.Flags(), false)
	with.register(cmd.Flags())
	return cmd
}
