#!/bin/sh
# Shuffle with GNU parallel, on this machine or, with --sshlogin, on others. A step that
# fails is tried again, and what it says goes to the folder of the logs. If it fails for good,
# no other one begins, and the script fails and names the log.
#
#	TASKS=8 JOBS=2 LOGS=yates-logs ./parallel.sh INPUT... -o OUTPUT [FLAG]...
#
# The arguments are those of yates-cluster plan. The same command line continues what has failed.
set -eu
tasks=${TASKS:-8}
case $tasks in *[!0-9]* | 0*) echo "parallel.sh: TASKS=$tasks is not a number of tasks" >&2; exit 2 ;; esac
logs=${LOGS:-yates-logs}/$(date +%Y%m%d-%H%M%S)-$$
mkdir -p "$logs"
work=$(yates-cluster plan "$@")
for step in count scatter gather; do
	seq "$tasks" | parallel --jobs "${JOBS:-2}" --retries 3 --halt soon,fail=1 --joblog "$logs/$step.log" \
		--results "$logs/$step-{}" --quote yates-cluster "$step" {} of "$tasks" "$work" || {
		echo "parallel.sh: a step failed; see $logs/$step.log and $logs/$step-*.err" >&2
		echo "The same command line goes on; yates-cluster clean '$work' gives the job up." >&2
		exit 1
	}
done
yates-cluster finish "$work"
yates-cluster clean "$work"
