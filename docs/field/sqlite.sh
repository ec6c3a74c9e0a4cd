#!/bin/sh
# SQLite `ORDER BY random()`
# fair
# version: sqlite3 --version | cut -d ' ' -f 1
yes "SELECT group_concat(value, ' ') FROM (SELECT value FROM generate_series(1, $1) ORDER BY random());" | sqlite3
