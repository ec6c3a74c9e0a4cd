#!/bin/sh
# chance `shuffle`
# fair
# version: node -p 'require("./node_modules/chance/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" chance '(m, x) => (globalThis.c ??= new m.default()).shuffle(x)'
