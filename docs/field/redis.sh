#!/bin/sh
# Redis `SPOP`
# biased at 10 52 500 1000: of the last few items, some come too late
# version: redis-server --version | sed 's/.* v=\([^ ]*\).*/\1/'
socket=$(mktemp -u)
redis-server --port 0 --unixsocket "$socket" --save '' >&2 &
until redis-cli -s "$socket" ping; do sleep .1; done >&2 2>&1
redis-cli -s "$socket" -r -1 EVAL "
	for i = 1, $1 do redis.call('SADD', 'x', 'item' .. i) end
	local deal = {}
	for i = 1, $1 do deal[i] = string.sub(redis.call('SPOP', 'x'), 5) end
	return table.concat(deal, ' ')" 0
