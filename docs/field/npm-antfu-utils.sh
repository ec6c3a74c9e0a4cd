#!/bin/sh
# @antfu/utils `shuffle`
# fair
# version: node -p 'require("./node_modules/@antfu/utils/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" @antfu/utils '(m, x) => m.shuffle(x)'
