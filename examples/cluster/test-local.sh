#!/bin/sh
# Run parallel.sh, and kubernetes.sh with LOCAL=1, and compare the outputs with what yates
# writes. It needs GNU parallel, and yates and yates-cluster on the PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
seq 1 200000 >in.txt
yates shuffle --seed recipes in.txt >want
"$here/parallel.sh" in.txt -o 'parallel-{}' --seed recipes --shards 3 --segment 100K
cat parallel-[0-2] | cmp - want
# A record that is no CSV makes steps fail: that is said, with the name of the log.
printf 'a,"b\n' >bad.csv
if "$here/parallel.sh" bad.csv -o 'bad-{}' --csv 2>said; then
	echo "a job that cannot be done has succeeded" >&2
	exit 1
fi
grep -q "a step failed; see yates-logs/" said
grep -q "yates-cluster clean '$dir/_bad-%d.work' gives the job up" said
for script in parallel kubernetes; do
	if LOCAL=1 TASKS=0 "$here/$script.sh" in.txt -o none 2>said || test -e _none.work; then
		echo "$script: a job without tasks has begun" >&2
		exit 1
	fi
done
odd="IMAGE \$(STEP)'&|\\ \`touch run\` \"TASKS"
mkdir "$odd"
LOCAL=1 TASKS=3 "$here/kubernetes.sh" in.txt -o "$odd/WORK-{}" --seed recipes --shards 3 --segment 100K
cat "$odd"/WORK-[0-2] | cmp - want
odd='{} {#} {=system("touch run")=}'
mkdir "$odd"
"$here/parallel.sh" in.txt -o "$odd/out-{}" --seed recipes --shards 3 --segment 100K
cat "$odd"/out-[0-2] | cmp - want
test ! -e run
echo "parallel and pods: the same bytes"
