#!/usr/bin/env bash
# Measures yates-cluster beside yates shuffle on this machine, and prints the tables of docs/cluster.md.
#
#   bench/cluster.sh            10 minutes, and 30 GB of disk below bench/data
#   DIVIDE=20 bench/cluster.sh  a trial with a twentieth of the bytes
#
# Needs hyperfine, jq and GNU time. Each run writes new files, after earlier data has been written to the disk.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data=$PWD/bench/data/cluster
trap 'rm -rf "$data"' EXIT
mkdir -p "$data/bin"
go build -o "$data/bin/" ./cmd/yates
go build -C cluster -o "$data/bin/" ./cmd/yates-cluster
export PATH=$data/bin:$PATH TMPDIR=$data out=$data/out flags='--seed bench --memory 256M'

lines=$((10000000 / ${DIVIDE:-1})) # 1 GB
input() { seq -f "%010.0f $(printf 'the quick brown fox jumps over the lazy dog %.0s' 1 2 3 | head -c 88)" "$1" >"$data/$1"; }
input $lines
input $((2 * lines))

# A step by two processes; what they take together is appended to the file of its name.
step() {
	# shellcheck disable=SC2016 # the inner shell expands them
	command time -ao "$data/$1" -f '%U %S' sh -c \
		'for k in 1 2; do yates-cluster "$0" --memory 256M $k of 2 "$out/_part-%d.work" & done; wait' "$1"
}
steps() {
	yates-cluster plan --seed bench -o "$out/part-{}" "$1"
	for kind in count scatter gather; do step $kind; done
	yates-cluster finish "$out/_part-%d.work"
	yates-cluster clean "$out/_part-%d.work"
}
export data
export -f step steps

# measure RUNS NAME COMMAND prints a row, with the peak memory of one process.
measure() {
	hyperfine --style none --shell bash --runs "$1" --prepare "rm -rf '$out'; mkdir '$out'; sync" \
		--export-json "$data/times" "$3" >/dev/null 2>&1
	rm -rf "$out"
	mkdir "$out"
	peak=$(command time -f %M bash -c "$3" 2>&1 >/dev/null | tail -n 1)
	jq -r --arg name "$2" --argjson peak "$peak" '.results[0] | def short: . * 10 | round / 10;
		"| \($name) | \(.median | short) s | \(.user + .system | short) s | \($peak / 1024 | round) MiB |"' "$data/times"
}

echo "$(uname -srm), $(nproc) processors, $(go env GOVERSION), yates $(git describe --always --dirty), $(date -u +%F)"
printf '\n%s lines of 100 bytes, --memory 256M\n\n| | wall | processor | memory of a process |\n|---|--:|--:|--:|\n' $((2 * lines))
measure 3 '`yates shuffle`' "yates shuffle $flags -o '$out/part-0' '$data/$((2 * lines))'"
mv "$out" "$data/want"
measure 3 '`yates-cluster run`' "yates-cluster run $flags -o '$out/part-{}' '$data/$((2 * lines))'"
cat "$out"/part-[0-9]* | cmp - "$data/want/part-0"
measure 3 'steps, two processes' "steps '$data/$((2 * lines))'"
cat "$out"/part-[0-9]* | cmp - "$data/want/part-0"
rm -r "$data/want" "$data/$((2 * lines))"

printf '\n| step | processor time of a record |\n|---|--:|\n'
for kind in count scatter gather; do
	awk -v kind=$kind -v lines=$((2 * lines)) '{ sum += $1 + $2 } END {
		printf "| %s | %.0f ns |\n", kind, sum / NR / lines * 1e9 }' "$data/$kind"
done

printf '\n| `run` of 1 and 8 times %s lines | wall | processor | memory |\n|---|--:|--:|--:|\n' $lines
measure 3 1 "yates-cluster run $flags -o '$out/part-{}' '$data/$lines'"
input $((8 * lines))
measure 1 8 "yates-cluster run $flags -o '$out/part-{}' '$data/$((8 * lines))'"
