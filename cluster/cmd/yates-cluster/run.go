package main

import (
	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/cluster/job"
	"github.com/yates-shuffle/yates/cluster/pipeline"
	"github.com/yates-shuffle/yates/cluster/store"
)

func newRunCommand() *cobra.Command {
	var what jobFlags
	var with workerFlags
	var runner, endpoint string
	var keep bool
	cmd := &cobra.Command{
		Use:   "run [FLAG]... INPUT... -o NAME [-- BEAM-FLAG...]",
		Short: "shuffle with Apache Beam",
		Long: `Run plans a job, lets Apache Beam do its steps, and removes the folder of the job. By
default Beam is Prism, within this process, so nothing need be installed.

If it fails or is killed, the same command line continues from what is there. Without
a seed it does so, too.

Arguments after -- are flags of Beam, such as --environment_type and --project.`,
		Example: `  yates-cluster run 'data/*.jsonl' -o 'out/part-{}.jsonl' --seed 2026
  yates-cluster run 's3://b/in/*' -o 's3://b/out/{}.gz' --runner universal --endpoint prism:8073 -- \
    --environment_type=EXTERNAL --environment_config=pool:50000`,
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			inputs, beamFlags := args, []string(nil)
			if n := cmd.ArgsLenAtDash(); n >= 0 {
				inputs, beamFlags = args[:n], args[n:]
			}
			spec, err := what.get(inputs)
			if err == nil {
				err = with.check()
			}
			if err != nil {
				return err
			}
			if endpoint != "" {
				beamFlags = append([]string{"--endpoint=" + endpoint}, beamFlags...)
			}
			if err := pipeline.Init(append([]string{"--runner=" + runner}, beamFlags...)); err != nil {
				return badUsage("", "%w", err)
			}
			st := store.New()
			defer st.Close()
			defer func() { sayFewer(cmd, st, spec, err) }()
			done, left, err := job.Done(cmd.Context(), st, spec)
			if err == nil && left != "" && !keep { // it was killed before it was cleaned
				err = job.Clean(cmd.Context(), st, left)
			}
			if done || err != nil {
				return err
			}
			j, err := job.Make(cmd.Context(), st, spec)
			if err != nil {
				return err
			}
			with.set(j)
			err = pipeline.Run(cmd.Context(), j)
			if err == nil && !keep {
				err = j.Clean(cmd.Context())
			}
			return j.Settle(cmd.Context(), err)
		},
	}
	what.register(cmd.Flags(), true)
	with.register(cmd.Flags())
	cmd.Flags().StringVar(&runner, "runner", "prism", "run on `RUNNER`: prism, universal, dataflow, flink or spark")
	cmd.Flags().StringVar(&endpoint, "endpoint", "", "reach the job service of the runner at `HOST:PORT`")
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the folder of the job")
	return cmd
}
