#!/bin/sh
# fast-shuffle
# fair
# version: node -p 'require("./node_modules/fast-shuffle/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" fast-shuffle '(m, x) => m.shuffle(x)'
