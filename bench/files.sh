#!/usr/bin/env bash
# Compares yates shuffle with other programs, on inputs that it makes, and prints tables.
#
#   bench/files.sh                   everything: an hour, and 30 GB of disk below bench/data
#   RUNS=3 bench/files.sh short mid  these cases; each program runs three times, after a run that is not counted
#
# Needs hyperfine, jq and GNU time. Leaves out programs that are not on PATH: coreutils is uutils, gshuf another GNU
# shuf, yates-other another build of yates. Each run writes a new file, after earlier data has been written to the disk.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
data=$PWD/bench/data
mkdir -p "$data/bin"
go build -o "$data/bin/" ./cmd/yates
PATH=$data/bin:$PATH OUT=$data/out

# filled LINES LENGTH prints lines of that length that begin with their number.
filled() { seq -f "%010.0f $(head -c $(($2 - 12)) < <(yes 'the quick brown fox jumps over the lazy dog' | tr '\n' ' '))" "$1"; }

# text LINES prints lines of words, short ones most often, which compress to some 40%.
text() {
	awk -v lines="$1" 'BEGIN {
		for (srand(1); lines-- > 0; print substr(line, 1, 99))
			for (line = ""; length(line) < 99; line = line " ")
				for (word = int(rand() * 2 ^ (4 + int(rand() * 10))) + 1; word > 0; word = int(word / 16))
					line = line substr("etaoinshrdlucmfw", word % 16 + 1, 1)
	}'
}

input() {
	case $1 in
	tiny) seq 10 ;;
	short) seq 10000000 ;;
	part) filled 6000000 100 ;;
	mid) filled 20000000 100 ;;
	long) filled 100000 10000 ;;
	huge) filled 80000000 100 ;;
	text.gz) text 2000000 | gzip ;;
	text.zst) text 2000000 | zstd ;;
	esac
}

# compare CASE INPUT TITLE reads a program a line, NAME: COMMAND with IN and OUT, and prints a table.
compare() {
	case " ${cases[*]} " in *" $1 "* | *" all "*) ;; *) return 0 ;; esac
	IN=$data/$2
	test "$2" = - || test -e "$IN" || { input "$2" >"$IN.new" && mv "$IN.new" "$IN"; }
	printf '\n%s\n\n| | seconds | least–most | peak MiB | times the first |\n|---|--:|--:|--:|--:|\n' "$3"
	first=
	while IFS=: read -r name command; do
		words=${command#*cat IN |} words=${words#*MEMORY=* }
		# shellcheck disable=SC2086 # the first word is the program
		set -- $words
		command -v "$1" >/dev/null || continue
		command=${command//IN/$IN} command=${command//OUT/$OUT}
		shell=none
		[[ $command != *['|<>=']* ]] || shell=sh
		hyperfine --style none --shell $shell --warmup 1 --runs "${RUNS:-5}" --prepare "rm -f '$OUT'*; sync" \
			--export-json "$data/times" "$command" >/dev/null 2>&1
		rm -f "$OUT"*
		peak=$(command time -f %M sh -c "exec ${command# }" 2>&1 >/dev/null | tail -n 1)
		: "${first:=$(jq '.results[0].median' "$data/times")}"
		jq -r --arg name "$name" --argjson first "$first" --argjson peak "$peak" '.results[0] |
			def short: . * 1000 | round / 1000;
			"| \($name) | \(.median | short) | \(.min | short)–\(.max | short) | \($peak / 1024 | round) | \(
				.median / $first * 10 | round / 10) |"' "$data/times"
	done
	rm -f "$OUT"*
}

# whole CASE INPUT TITLE: shuffles a file, and copies it.
whole() {
	compare "$@" <<-'END'
		yates: yates shuffle -o OUT IN
		yates, other: yates-other shuffle -o OUT IN
		yates --workers 1: yates shuffle --workers 1 -o OUT IN
		GNU shuf: shuf -o OUT IN
		GNU shuf, other: gshuf -o OUT IN
		uutils shuf: coreutils shuf -o OUT IN
		terashuf: MEMORY=4 terashuf <IN >OUT
		cp: cp IN OUT
	END
}

cases=("${@:-all}")
echo "$(uname -srm), $(nproc) processors, $(go env GOVERSION), yates $(git describe --always --dirty), $(date -u +%F)"
compare start tiny '10 lines' <<'END'
yates: yates shuffle -o OUT IN
GNU shuf: shuf -o OUT IN
END
whole short short '10M short lines, 79 MB'
whole part part '6M lines of 100 bytes, 600 MB'
whole mid mid '20M lines of 100 bytes, 2.0 GB'
whole long long '100,000 lines of 10 kB, 1.0 GB'
compare formats mid 'The 2.0 GB as records of several kinds' <<'END'
yates: yates shuffle -o OUT IN
yates --csv: yates shuffle --csv -o OUT IN
yates --lines 4: yates shuffle --lines 4 -o OUT IN
yates --record-start ^0: yates shuffle --record-start ^0 -o OUT IN
yates --shards 10: yates shuffle --shards 10 -o OUT{} IN
END
compare spill mid 'The 2.0 GB in little memory' <<'END'
yates --memory 256M: yates shuffle --memory 256M -o OUT IN
yates --memory 64M: yates shuffle --memory 64M -o OUT IN
yates, other, --memory 64M: yates-other shuffle --memory 64M -o OUT IN
yates in memory: yates shuffle -o OUT IN
terashuf: MEMORY=0.25 terashuf <IN >OUT
END
compare grow mid 'The 2.0 GB in 1 GB' <<<'yates --memory 1G: yates shuffle --memory 1G -o OUT IN'
compare huge huge '80M lines of 100 bytes, 8.0 GB, in 1 GB' <<<'yates --memory 1G: yates shuffle --memory 1G -o OUT IN'
compare sort short 'The short lines in the order of hashes' <<'END'
yates: yates shuffle -o OUT IN
sort -R: sort -R -o OUT IN
END
compare sample mid '1,000 of the 20M lines' <<'END'
yates: yates shuffle -n 1000 -o OUT IN
GNU shuf: shuf -n 1000 -o OUT IN
GNU shuf, other: gshuf -n 1000 -o OUT IN
uutils shuf: coreutils shuf -n 1000 -o OUT IN
wc -l: wc -l IN
END
compare pipe mid '1,000 of the 20M lines, from a pipe' <<'END'
yates: cat IN | yates shuffle -n 1000 -o OUT
GNU shuf: cat IN | shuf -n 1000 -o OUT
wc -l: cat IN | wc -l
END
compare gzip text.gz '2M lines of text, 200 MB, in and out with gzip' <<'END'
yates: yates shuffle -o OUT.gz IN
yates --workers 1: yates shuffle --workers 1 -o OUT.gz IN
gzip, GNU shuf, gzip: gzip -dc IN | shuf | gzip >OUT.gz
pigz, GNU shuf, pigz: pigz -dc IN | shuf | pigz >OUT.gz
yates, in only: yates shuffle -o OUT IN
gzip -dc: gzip -dc IN >OUT
END
compare zstd text.zst '2M lines of text, 200 MB, in and out with zstd' <<'END'
yates: yates shuffle -o OUT.zst IN
yates --workers 1: yates shuffle --workers 1 -o OUT.zst IN
zstd, GNU shuf, zstd: zstd -qdc IN | shuf | zstd -q >OUT.zst
zstd, GNU shuf, zstd -T0: zstd -qdc IN | shuf | zstd -qT0 >OUT.zst
yates, in only: yates shuffle -o OUT IN
zstd -dc: zstd -qdc IN >OUT
END
compare numbers - 'The integers from 1 to 10⁸, to nowhere' <<'END'
yates: yates shuffle -i 1-100000000 -o /dev/null
yates, other: yates-other shuffle -i 1-100000000 -o /dev/null
yates --memory 64M: yates shuffle --memory 64M -i 1-100000000 -o /dev/null
GNU shuf: shuf -i 1-100000000 -o /dev/null
uutils shuf: coreutils shuf -i 1-100000000 -o /dev/null
seq: seq 100000000
END
compare lottery - '3 of the integers from 1 to 10⁹' <<'END'
yates: yates shuffle -i 1-1000000000 -n 3 -o OUT
GNU shuf: shuf -i 1-1000000000 -n 3 -o OUT
END
compare dice - '10M throws of a die' <<'END'
yates: yates shuffle -r -n 10000000 -i 1-6 -o OUT
GNU shuf: shuf -r -n 10000000 -i 1-6 -o OUT
uutils shuf: coreutils shuf -r -n 10000000 -i 1-6 -o OUT
END
compare draw mid '10M of the 20M lines, with replacement' <<'END'
yates: yates shuffle -r -n 10000000 -o OUT IN
yates --memory 256M: yates shuffle --memory 256M -r -n 10000000 -o OUT IN
GNU shuf: shuf -r -n 10000000 -o OUT IN
uutils shuf: coreutils shuf -r -n 10000000 -o OUT IN
END
