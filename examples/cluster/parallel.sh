#!/bin/sh
# Shuffle with GNU parallel, on this machine or, with --sshlogin, on others. A step that
# fails is tried again.
#
#	TASKS=8 JOBS=2 ./parallel.sh INPUT... -o OUTPUT [FLAG]...
#
# The arguments are those of yates-cluster plan.
set -eu
tasks=${TASKS:-8}
work=$(yates-cluster plan "$@")
for step in count scatter gather; do
	seq "$tasks" | parallel --jobs "${JOBS:-2}" --retries 3 --halt soon,fail=1 --quote \
		yates-cluster "$step" {} of "$tasks" "$work"
done
yates-cluster finish "$work"
yates-cluster clean "$work"
