#!/bin/sh
# remeda `shuffle`
# fair
# version: node -p 'require("./node_modules/remeda/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" remeda '(m, x) => m.shuffle(x)'
