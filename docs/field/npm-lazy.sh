#!/bin/sh
# lazy.js `shuffle`
# fair
# version: node -p 'require("./node_modules/lazy.js/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" lazy.js '(m, x) => m.default(x).shuffle().toArray()'
