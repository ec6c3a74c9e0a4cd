#!/bin/sh
# @thi.ng/arrays `shuffle`
# fair
# version: node -p 'require("./node_modules/@thi.ng/arrays/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" @thi.ng/arrays '(m, x) => m.shuffle(x)'
