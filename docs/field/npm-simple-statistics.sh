#!/bin/sh
# simple-statistics `shuffle`
# fair
# version: node -p 'require("./node_modules/simple-statistics/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" simple-statistics '(m, x) => m.shuffle(x)'
