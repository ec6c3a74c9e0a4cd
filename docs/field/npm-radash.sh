#!/bin/sh
# radash `shuffle`
# fair
# version: node -p 'require("./node_modules/radash/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" radash '(m, x) => m.shuffle(x)'
