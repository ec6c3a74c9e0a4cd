#!/usr/bin/env bash
# Measures yates-parquet beside DuckDB on this machine, and prints the tables of bench/README.md: medians of rounds in
# which the programs run in turn.
#
#   bench/parquet.sh                        inputs of about 2 GB, three rounds; 12 GB of disk below bench/data
#   MB=200 ROUNDS=1 bench/parquet.sh text   a trial of one input, about a tenth as large
#
# Needs Node.js, npm, from which DuckDB comes unless NODE_MODULES has it, and GNU time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data=$PWD/bench/data/parquet
trap 'rm -rf "$data"' EXIT
mkdir -p "$data/tmp"
go build -C parquet -o "$data/" ./cmd/yates-parquet
go test -C parquet -c -o "$data/copy" ./internal/shuffle
cd "$data"
export TMPDIR=$data/tmp
if [ -n "${NODE_MODULES:-}" ]; then
	ln -s "$NODE_MODULES" node_modules
else
	npm install --silent --no-audit --no-fund @duckdb/node-api
fi
cat >duckdb.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';
const [sql, memory] = process.argv.slice(2);
const options = { temp_directory: 'tmp', ...(memory ? { memory_limit: memory } : {}) };
const db = await (await DuckDBInstance.create(':memory:', options)).connect();
await db.run(sql);
END

# run NAME COMMAND... adds to times: the seconds of it and of processors, the peak memory and the size of the output.
run() {
	local name=$1
	shift
	rm -f out.parquet
	if command time -o time -f '%e %U %S %M' "$@" >log 2>&1; then
		echo "$name|$(cat time) $(stat -c %s out.parquet)" >>times
	else
		echo "$name|$(grep -m 1 Error log || tail -n 1 log)" >>failed
	fi
}

# table prints the medians of each program.
table() {
	printf '| | s | s of processors | peak MiB | MB written |\n|---|--:|--:|--:|--:|\n'
	cut -d '|' -f 1 times | awk '!seen[$0]++' | while read -r name; do
		printf '| %s ' "$name"
		for value in '$1' '$2 + $3' '$4 / 1024' '$5 / 1e6'; do
			grep -F "$name|" times | cut -d '|' -f 2 | awk "{ print $value }" | sort -n |
				awk '{ all[NR] = $1 } END { printf "| %.*f ", all[1] < 100, all[int((NR + 1) / 2)] }'
		done
		echo '|'
	done
	test ! -e failed || sort failed | uniq -c
}

# compare TITLE ROWS COLUMNS measures everything for an input of so many rows a megabyte.
compare() {
	local title=$1 rows=$(($2 * ${MB:-2000})) to="TO 'out.parquet' (FORMAT parquet, COMPRESSION zstd)"
	node duckdb.mjs "COPY (SELECT $3 FROM range($rows) t(i)) TO 'in.parquet' (FORMAT parquet, COMPRESSION zstd)"
	rm -f times failed
	for ((round = 0; round < ${ROUNDS:-3}; round++)); do
		run 'DuckDB, copy' node duckdb.mjs "COPY (FROM 'in.parquet') $to"
		run 'yates-parquet, copy' ./copy -test.run TestCopy -copy in.parquet -to out.parquet
		for memory in '' 1GB 256MB; do
			run "DuckDB, shuffle${memory:+ in $memory}" node duckdb.mjs \
				"COPY (SELECT * FROM 'in.parquet' ORDER BY random()) $to" $memory
			run "yates-parquet, shuffle${memory:+ in $memory}" ./yates-parquet shuffle --seed bench -o out.parquet \
				--memory "${memory:-16GB}" in.parquet
		done
	done
	printf '\n%s: %d rows, %d MB; load %s\n\n' "$title" "$rows" $(($(stat -c %s in.parquet) / 1000000)) \
		"$(cut -d ' ' -f 1 /proc/loadavg)"
	table
}

small=
for c in $(seq 0 4 36); do
	small+="(hash(i * 100 + $c) % 1000000)::INTEGER AS c$c, (hash(i * 99 + $c) % 1000)::DOUBLE / 8 AS d$c,
		hash(i * 98 + $c) % 100000000 AS e$c,
		CASE WHEN hash(i * 97 + $c) % 10 = 0 THEN NULL ELSE (hash(i * 96 + $c) % 100)::SMALLINT END AS f$c, "
done
test $# -gt 0 || set -- text numbers
for input; do
	case $input in
	text) compare Text 31000 "i AS id, md5(i::VARCHAR) || substr(md5((i * 7)::VARCHAR), 1, 16) ||
		' and some words of text' || repeat('xy ', (hash(i) % 10)::INT) AS text, 'label' || (i % 10) AS label" ;;
	numbers) compare Numbers 10500 "${small%, }" ;;
	esac
done
