#!/bin/sh
# fast-shuffle
# fair at 3 10
# biased at 52: each call takes one of 2^32 seeds
# version: node -p 'require("./node_modules/fast-shuffle/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" fast-shuffle '(m, x) => m.shuffle(x)'
