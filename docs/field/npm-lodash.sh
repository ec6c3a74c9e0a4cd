#!/bin/sh
# lodash `_.shuffle`
# fair
# version: node -p 'require("./node_modules/lodash/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" lodash '(m, x) => m.default.shuffle(x)'
