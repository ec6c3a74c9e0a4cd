#!/bin/sh
# Effect `Random.shuffle`
# fair
# version: node -p 'require("./node_modules/effect/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" effect '(m, x) => m.Effect.runSync(m.Random.shuffle(x))'
