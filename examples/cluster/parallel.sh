#!/bin/sh
# Shuffle with GNU parallel, on this machine or, with --sshlogin, on others. A step that
# fails is tried again, and what it says goes to the folder of the logs. If it fails for good,
# no other one begins, and the script fails and names the log.
#
#	TASKS=8 JOBS=2 LOGS=yates-logs ./parallel.sh INPUT... -o OUTPUT [FLAG]...
#
# The arguments are those of yates-cluster plan. The same command line continues what has failed.
set -eu
case ${1-} in -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0"; exit ;; esac
tasks=${TASKS:-8}
case $tasks in *[!0-9]* | 0*) echo "parallel.sh: TASKS=$tasks is not a number of tasks" >&2; exit 2 ;; esac
logs=${LOGS:-yates-logs}/$(date +%Y%m%d-%H%M%S)-$$
mkdir -p "$logs"
work=$(yates-cluster plan "$@")
export YATES_WORK="$work" PARALLEL_SHELL=/bin/sh # parallel would replace {} in a name of its command line
for step in count scatter gather; do
	seq "$tasks" | parallel --jobs "${JOBS:-2}" --retries 3 --halt soon,fail=1 --joblog "$logs/$step.log" \
		--results "$logs/$step-{}" --env YATES_WORK "yates-cluster $step {} of $tasks \"\$YATES_WORK\"" || {
		echo "parallel.sh: a step failed; see $logs/$step.log and $logs/$step-*.err" >&2
		echo "The same command line goes on; yates-cluster clean '$work' gives the job up." >&2
		exit 1
	}
done
yates-cluster finish "$work"
yates-cluster clean "$work"
