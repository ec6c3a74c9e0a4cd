#!/bin/sh
# moderndash `shuffle`
# fair
# version: node -p 'require("./node_modules/moderndash/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" moderndash '(m, x) => m.shuffle(x)'
