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

# replacement quotes a text for the right side of s|||, and in YAML within '': Kubernetes
# replaces $(NAME) in values.
replacement() { printf '%s' "$1" | sed "s/'/''/g; s/"'\$/$$/g; s/[&|\\]/\\&/g'; }

# manifest prints the manifest of a kind of step. What has been filled in is not looked at
# again, whatever it holds.
manifest() {
	sed "/^#/d
		s|image: IMAGE$|image: '$(replacement "${IMAGE:-}")'|; t
		s|value: 'WORK'|value: '$(replacement "$work")'|; t
		s|STEP|$1|g; s|TASKS|$tasks|g" "$here/kubernetes.yaml"
}

for step in count scatter gather; do
	if [ "${LOCAL:-}" ]; then
		line=$(manifest "$step" | sed -n "s/^ *args: \['\(.*\)'\]$/\1/p" | sed "s|/scratch|${TMPDIR:-/tmp}|")
		i=0
		while [ "$i" -lt "$tasks" ]; do
			JOB_COMPLETION_INDEX=$i work=$work sh -c "$line"
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
