#!/bin/sh
# Redis `SPOP`
# fair
# version: redis-server --version | sed 's/.* v=\([^ ]*\).*/\1/'
socket=$(mktemp -u)
redis-server --port 0 --unixsocket "$socket" --save '' >&2 &
until redis-cli -s "$socket" ping; do sleep .1; done >&2 2>&1
yes "EVAL \"
	for i = 1, $1 do redis.call('SADD', 'x', 'item' .. i) end
	local deal = {}
	for i = 1, $1 do deal[i] = string.sub(redis.call('SPOP', 'x'), 5) end
	return table.concat(deal, ' ')\" 0" | tr -d '\n\t' | sed 's/0EVAL/0\nEVAL/g' | redis-cli -s "$socket"
