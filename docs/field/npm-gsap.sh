#!/bin/sh
# GSAP `utils.shuffle`
# biased: a sort with a random comparison
# version: node -p 'require("./node_modules/gsap/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" gsap '(m, x) => m.gsap.utils.shuffle(x)'
