#!/bin/sh
# JavaScript `x.sort(() => Math.random() - .5)`
# biased: a sort with a random comparison
# version: node --version
exec node "${0%/*}/deals/deals.mjs" "$1" node:os '(m, x) => x.sort(() => Math.random() - .5)'
