#!/bin/sh
# es-toolkit `shuffle`
# fair
# version: node -p 'require("./node_modules/es-toolkit/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" es-toolkit '(m, x) => m.shuffle(x)'
