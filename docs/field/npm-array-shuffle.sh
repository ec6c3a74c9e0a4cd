#!/bin/sh
# array-shuffle
# fair
# version: node -p 'require("./node_modules/array-shuffle/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" array-shuffle '(m, x) => m.default(x)'
