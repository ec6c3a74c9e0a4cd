#!/bin/sh
# Shuffle with indexed Jobs of Kubernetes.
#
#	TASKS=40 IMAGE=registry/yates-cluster ./kubernetes.sh INPUT... -o OUTPUT [FLAG]...
#
# With LOCAL=1 it runs the command lines of the manifest on this machine, a pod at a time.
set -eu
here=$(dirname "$0")
tasks=${TASKS:-8}
work=$(yates-cluster plan "$@")

manifest() {
	escaped=$(printf '%s' "$work" | sed 's/[&|\\]/\\&/g')
	sed "s|STEP|$1|g; s|TASKS|$tasks|g; s|WORK|$escaped|g; s|IMAGE|${IMAGE:-}|g" "$here/kubernetes.yaml" | grep -v '^#'
}

for step in count scatter gather; do
	if [ "${LOCAL:-}" ]; then
		line=$(manifest "$step" | sed -n "s/^ *args: \['\(.*\)'\]$/\1/p" | sed "s|/scratch|${TMPDIR:-/tmp}|")
		i=0
		while [ "$i" -lt "$tasks" ]; do
			JOB_COMPLETION_INDEX=$i sh -c "$line"
			i=$((i + 1))
		done
	else
		manifest "$step" | kubectl apply -f -
		kubectl wait --for=condition=complete --timeout=24h "job/yates-$step"
		kubectl delete "job/yates-$step"
	fi
done
yates-cluster finish "$work"
yates-cluster clean "$work"
