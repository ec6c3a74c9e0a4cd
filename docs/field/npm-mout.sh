#!/bin/sh
# mout `array.shuffle`
# fair
# version: node -p 'require("./node_modules/mout/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" mout '(m, x) => m.default.array.shuffle(x)'
