#!/bin/sh
# PostgreSQL `ORDER BY random()`
# fair
# version: PATH=$PATH:$(echo /usr/lib/postgresql/*/bin) postgres --version | sed 's/.*) //;s/ .*//'
dir=$(mktemp -d) && chmod 777 "$dir" && cd "$dir" || exit
PATH=$PATH:$(echo /usr/lib/postgresql/*/bin)
[ "$(id -u)" != 0 ] || as='setpriv --reuid=nobody --clear-groups' # initdb refuses root
$as initdb -A trust -D data >&2
yes "SELECT string_agg(i::text, ' ') FROM (SELECT i FROM generate_series(1, $1) i ORDER BY random()) x" |
	$as postgres --single -D data postgres | sed -un 's/.*string_agg = "\([^"]*\)".*/\1/p'
