#!/bin/sh
# TensorFlow.js `util.shuffle`
# fair
# version: node -p 'require("./node_modules/@tensorflow/tfjs-core/package.json").version'
exec node "${0%/*}/deals/deals.mjs" "$1" @tensorflow/tfjs-core '(m, x) => m.util.shuffle(x)'
