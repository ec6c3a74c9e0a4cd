#!/bin/sh
# Shuffle with Slurm: each kind of step is an array of tasks, which waits for the one
# before. A step that fails is tried again, and Slurm queues a task whose node fails again.
# The script waits for the end; if a step fails, it cancels those that wait, names the log
# of the step and fails.
#
#	TASKS=40 LOGS=yates-logs ./slurm.sh INPUT... -o OUTPUT [FLAG]...
#
# The arguments are those of yates-cluster plan. All nodes must see the inputs, the output,
# the program and the folder of the logs; a store such as s3:// will do for the first two.
# The same command line continues what has failed.
set -eu
tasks=${TASKS:-8}
case $tasks in *[!0-9]* | 0*) echo "slurm.sh: TASKS=$tasks is not a number of tasks" >&2; exit 2 ;; esac
logs=${LOGS:-yates-logs}
name=yates-$(date +%Y%m%d-%H%M%S)-$$
mkdir -p "$logs"
work=$(yates-cluster plan "$@")
export work tasks

submit() {
	sbatch --parsable --requeue --open-mode=append --kill-on-invalid-dep=yes --export=ALL --output="$logs/%x-%A-%a.log" "$@"
}

all=
cancel() { test -z "$all" || scancel $all; }
trap 'cancel; exit 130' INT TERM
trap 'status=$?; test "$status" = 0 || cancel' EXIT
unsubmitted() {
	echo "slurm.sh: sbatch failed; the plan is in $work, and yates-cluster clean removes it" >&2
	exit 1
}
after=
for step in count scatter gather; do
	id=$(submit --job-name="$name-$step" --array="1-$tasks" ${after:+--dependency=afterok:$after} \
		--wrap "for try in 1 2 3; do
			yates-cluster $step \$SLURM_ARRAY_TASK_ID of $tasks \"\$work\" --memory 512M && exit
		done
		touch '$logs/$name.failed-$step-'\$SLURM_ARRAY_TASK_ID
		exit 1") || unsubmitted
	after=$id
	all="$all $id"
done
last=$(submit --job-name="$name-finish" --dependency="afterok:$after" \
	--wrap "yates-cluster finish \"\$work\" && yates-cluster clean \"\$work\" && touch '$logs/$name.done'") || unsubmitted
all="$all $last"

# pending reports whether the last step waits or runs. A controller that does not answer says nothing about the
# job, which goes on without it. So it is asked again, and the fifth time in a row the script says so. A job that it
# has forgotten has ended.
silent=0
pending() {
	if said=$(squeue -h -j "$last" 2>&1); then
		silent=0
		test -n "$said"
		return
	fi
	case $said in *"Invalid job id"*) return 1 ;; esac
	silent=$((silent + 1))
	test "$silent" != 5 || echo "slurm.sh: squeue does not answer, and is asked again: $said" >&2
}
while [ ! -e "$logs/$name.done" ] && pending; do
	for failed in "$logs/$name".failed-*; do
		test ! -e "$failed" || break 2
	done
	sleep "${EVERY:-10}"
done
if [ ! -e "$logs/$name.done" ]; then
	step=$(ls "$logs" | sed -n "s/^$name\.failed-//p" | head -n 1)
	echo "slurm.sh: ${step:-a step} failed; see $(ls -d "$logs/$name-${step%-*}"-*"${step#*-}.log" 2>/dev/null || echo "$logs/$name-*")" >&2
	echo "The same command line goes on; yates-cluster clean '$work' gives the job up." >&2
	exit 1
fi
rm "$logs/$name.done"
