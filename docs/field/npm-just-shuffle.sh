#!/bin/sh
# just-shuffle
# fair
# version: node -p 'require("./node_modules/just-shuffle/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" just-shuffle '(m, x) => m.default(x)'
