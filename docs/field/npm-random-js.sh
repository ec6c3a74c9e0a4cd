#!/bin/sh
# random-js `shuffle`
# fair
# version: node -p 'require("./node_modules/random-js/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" random-js '(m, x) => m.shuffle(m.nativeMath, x)'
