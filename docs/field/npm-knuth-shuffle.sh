#!/bin/sh
# knuth-shuffle
# fair
# version: node -p 'require("./node_modules/knuth-shuffle/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" knuth-shuffle '(m, x) => m.default.knuthShuffle(x)'
