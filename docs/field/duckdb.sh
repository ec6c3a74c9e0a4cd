#!/bin/sh
# DuckDB `ORDER BY random()`
# fair
# version: node -p 'require("./node_modules/@duckdb/node-api/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" @duckdb/node-api 'async (m, x) => {
	globalThis.db ??= await (await m.DuckDBInstance.create()).connect()
	const query = `SELECT i FROM range(1, ${x.length + 1}) t(i) ORDER BY random()`
	return (await db.runAndReadAll(query)).getRows().flat()
}'
