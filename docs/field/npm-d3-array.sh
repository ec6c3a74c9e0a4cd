#!/bin/sh
# d3-array `shuffle`
# fair
# version: node -p 'require("./node_modules/d3-array/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" d3-array '(m, x) => m.shuffle(x)'
