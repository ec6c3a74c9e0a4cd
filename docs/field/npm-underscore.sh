#!/bin/sh
# underscore `_.shuffle`
# fair
# version: node -p 'require("./node_modules/underscore/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" underscore '(m, x) => m.shuffle(x)'
