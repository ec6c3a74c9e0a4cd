#!/bin/sh
# collect.js `shuffle`
# fair
# version: node -p 'require("./node_modules/collect.js/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" collect.js '(m, x) => m.default(x).shuffle().all()'
