#!/bin/sh
# MariaDB `ORDER BY RAND()`
# fair
# version: mariadbd --version | sed 's/.*Ver \([^ -]*\).*/\1/'
dir=$(mktemp -d) && chmod 777 "$dir" || exit
mariadb-install-db --no-defaults --auth-root-authentication-method=normal --user="$(id -un)" --datadir="$dir/data" >&2
mariadbd --no-defaults --user="$(id -un)" --datadir="$dir/data" --skip-networking --socket="$dir/socket" >&2 2>&1 &
until mariadb-admin --no-defaults -S "$dir/socket" ping; do sleep .1; done >&2 2>&1
yes "SELECT group_concat(seq SEPARATOR ' ') FROM (SELECT seq FROM seq_1_to_$1 ORDER BY RAND() LIMIT $1) x;" |
	mariadb --no-defaults -nNS "$dir/socket" mysql
