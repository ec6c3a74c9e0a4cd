#!/bin/sh
# knuth-shuffle-seeded
# fair
# version: node -p 'require("./node_modules/knuth-shuffle-seeded/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" knuth-shuffle-seeded '(m, x) => m.default(x)'
