#!/bin/sh
# AlaSQL `ORDER BY RANDOM()`
# fair
# version: node -p 'require("./node_modules/alasql/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" alasql '(m, x) => m.default("SELECT COLUMN v FROM ? ORDER BY RANDOM()", [x.map(v => ({ v }))])'
