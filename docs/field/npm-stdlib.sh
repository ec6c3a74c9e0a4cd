#!/bin/sh
# @stdlib/random-shuffle
# fair
# version: node -p 'require("./node_modules/@stdlib/random-shuffle/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" @stdlib/random-shuffle '(m, x) => m.default(x)'
