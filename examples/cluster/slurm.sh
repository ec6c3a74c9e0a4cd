#!/bin/sh
# Shuffle with Slurm: each kind of step is an array of tasks, which waits for the one
# before. A step that fails is tried again, and Slurm queues a task whose node fails again.
#
#	TASKS=40 ./slurm.sh INPUT... -o OUTPUT [FLAG]...
#
# The arguments are those of yates-cluster plan. All nodes must see the inputs, the
# output and the program; a store such as s3:// will do.
set -eu
tasks=${TASKS:-8}
work=$(yates-cluster plan "$@")
export work tasks

submit() { sbatch --parsable --requeue --kill-on-invalid-dep=yes --export=ALL --output=/dev/null "$@"; }

after=
for step in count scatter gather; do
	id=$(submit --job-name="yates-$step" --array="1-$tasks" ${after:+--dependency=afterok:$after} \
		--wrap "for try in 1 2 3; do
			yates-cluster $step \$SLURM_ARRAY_TASK_ID of $tasks \"\$work\" --memory 512M && exit
		done
		exit 1")
	after=$id
done
submit --job-name=yates-finish --dependency="afterok:$after" \
	--wrap 'yates-cluster finish "$work" && yates-cluster clean "$work"'
