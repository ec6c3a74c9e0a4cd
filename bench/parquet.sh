#!/usr/bin/env bash
# Measures yates-parquet beside DuckDB on this machine, and prints the table of bench/README.md.
#
#   bench/parquet.sh              two inputs of about 2 GB in memory, and 10 GB of disk below bench/data
#   DIVIDE=20 bench/parquet.sh    a trial with a twentieth of the rows
#
# Needs Node.js, npm, from which DuckDB comes, and GNU time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data=$PWD/bench/data/parquet
trap 'rm -rf "$data"' EXIT
mkdir -p "$data/tmp"
go build -C parquet -o "$data/" ./cmd/yates-parquet
cd "$data"
export TMPDIR=$data/tmp
npm install --silent --no-audit --no-fund @duckdb/node-api
cat >duckdb.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';
const [sql, memory] = process.argv.slice(2);
const options = { temp_directory: 'tmp', ...(memory ? { memory_limit: memory } : {}) };
const db = await (await DuckDBInstance.create(':memory:', options)).connect();
await db.run(sql);
END

# measure NAME COMMAND... prints a row: the time, the time of processors, the peak memory, and the size of the output.
measure() {
	local name=$1
	shift
	rm -f out.parquet
	command time -o times -f '%e %U %S %M' "$@"
	read -r wall user system memory <times
	printf '| %s | %.1f | %.1f | %.0f | %.0f |\n' "$name" "$wall" "$(echo "$user + $system" | bc)" \
		"$((memory / 1024))" "$(($(stat -c %s out.parquet) / 1000000))"
}

compare() { # ROWS COLUMNS
	local rows=$(($1 / ${DIVIDE:-1})) to="TO 'out.parquet' (FORMAT parquet, COMPRESSION zstd)"
	node duckdb.mjs "COPY (SELECT $2 FROM range($rows) t(i)) TO 'in.parquet' (FORMAT parquet, COMPRESSION zstd)"
	echo "| $rows rows, $(($(stat -c %s in.parquet) / 1000000)) MB | s | s of processors | MiB | MB written |"
	echo '|---|--:|--:|--:|--:|'
	measure 'DuckDB, copy' node duckdb.mjs "COPY (SELECT * FROM 'in.parquet') $to"
	for memory in '' 1GB 256MB; do
		measure "DuckDB, shuffle ${memory:-in any memory}" node duckdb.mjs \
			"COPY (SELECT * FROM 'in.parquet' ORDER BY random()) $to" $memory || echo "| DuckDB in $memory fails |"
		measure "yates-parquet ${memory:-in any memory}" ./yates-parquet shuffle --seed bench -o out.parquet \
			--memory "${memory:-16G}" in.parquet
	done
}

compare 20000000 "i AS id, md5(i::VARCHAR) || substr(md5((i * 7)::VARCHAR), 1, 16) || ' and some words of text' ||
	repeat('xy ', (hash(i) % 10)::INT) AS text, 'label' || (i % 10) AS label"
small=
for c in $(seq 0 4 36); do
	small+="(hash(i * 100 + $c) % 1000000)::INTEGER AS c$c, (hash(i * 99 + $c) % 1000)::DOUBLE / 8 AS d$c,
		hash(i * 98 + $c) % 100000000 AS e$c,
		CASE WHEN hash(i * 97 + $c) % 10 = 0 THEN NULL ELSE (hash(i * 96 + $c) % 100)::SMALLINT END AS f$c, "
done
compare 10000000 "${small%, }"
