#!/bin/sh
# Shuffle with indexed Jobs of Kubernetes. Their names are unique. Jobs that are complete are
# deleted, and their pods with them; if one fails, the script says so within seconds, prints
# the ends of the logs, and leaves the Job and its pods for a week.
#
#	TASKS=40 IMAGE=registry/yates-cluster ./kubernetes.sh INPUT... -o OUTPUT [FLAG]...
#
# With LOCAL=1 it runs the command lines of the manifest on this machine, a pod at a time.
set -eu
here=$(dirname "$0")
tasks=${TASKS:-8}
case $tasks in *[!0-9]* | 0*) echo "kubernetes.sh: TASKS=$tasks is not a number of tasks" >&2; exit 2 ;; esac
name=yates-$(date +%Y%m%d-%H%M%S)-$$
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
		s|NAME|$name|g; s|STEP|$1|g; s|TASKS|$tasks|g" "$here/kubernetes.yaml"
}

# stuck prints why no pod of a Job can start: an image that cannot be had, or what the Job controller says when
# it cannot make them, for example without the service account. If some can start, the others may only be late.
stuck() {
	case $(kubectl get "job/$1" -o 'jsonpath={.status.ready}{.status.succeeded}' 2>/dev/null) in *[1-9]*) return ;; esac
	kubectl get pods --selector="job-name=$1" \
		-o 'jsonpath={range .items[*].status.containerStatuses[*]}{.state.waiting.reason}{"\n"}{end}' 2>/dev/null |
		grep -E 'ErrImage|ImagePull|InvalidImage|CreateContainerConfig' || :
	kubectl get events --field-selector="involvedObject.name=$1,reason=FailedCreate" -o 'jsonpath={.items[*].message}' \
		2>/dev/null || :
}

# finished waits for a Job, and fails if it has failed, or has been stuck for half a minute. A cluster that does not
# answer says nothing about the Job: it is asked again, and the fifth time in a row the script says so.
finished() {
	since=0 silent=0
	for i in $(seq 17280); do # a day
		if said=$(kubectl wait --for=condition=complete --timeout=5s "job/$1" 2>&1); then
			kubectl delete "job/$1"
			return
		fi
		case $said in *"timed out"*) silent=0 ;; *)
			silent=$((silent + 1))
			test "$silent" != 5 || echo "kubernetes.sh: kubectl fails, and is asked again: $said" >&2
			sleep "${EVERY:-5}"
			continue
			;;
		esac
		if kubectl wait --for=condition=failed --timeout=0s "job/$1" >/dev/null 2>&1; then
			break
		fi
		why=$(stuck "$1")
		since=$((${why:+since+1} + 0))
		if [ "$since" -ge 6 ]; then
			echo "kubernetes.sh: $1 cannot start: $why" >&2
			break
		fi
	done
	kubectl logs --prefix --tail=5 --selector="job-name=$1" >&2 || :
	echo "kubernetes.sh: $1 failed; kubectl describe job/$1 says more" >&2
	return 1
}

for step in count scatter gather; do
	if [ "${LOCAL:-}" ]; then
		line=$(manifest "$step" | sed -n "s/^ *args: \['\(.*\)'\]$/\1/p" | sed "s|/scratch|${TMPDIR:-/tmp}|")
		i=0
		while [ "$i" -lt "$tasks" ]; do
			JOB_COMPLETION_INDEX=$i work=$work sh -c "$line" || {
				echo "kubernetes.sh: $step $((i + 1)) of $tasks failed; the same command line goes on" >&2
				exit 1
			}
			i=$((i + 1))
		done
	else
		manifest "$step" | kubectl apply -f -
		finished "$name-$step"
	fi
done
yates-cluster finish "$work"
yates-cluster clean "$work"
