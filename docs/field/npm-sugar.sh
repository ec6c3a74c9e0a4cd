#!/bin/sh
# Sugar `Array.shuffle`
# fair
# version: node -p 'require("./node_modules/sugar/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" sugar '(m, x) => m.default.Array.shuffle(x)'
