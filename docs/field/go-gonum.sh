#!/bin/sh
# Gonum `sampleuv.WithoutReplacement`
# fair
# version: go version >/dev/null && echo v0.16.0
exec sh "${0%/*}/deals/go.sh" "$1" 'gonum.org/v1/gonum@v0.16.0' gonum.org/v1/gonum/stat/sampleuv 'p.WithoutReplacement(x, len(x), nil); for i := range x { x[i]++ }'
