#!/bin/sh
# Go `math/rand/v2`
# fair
# version: go env GOVERSION
exec sh "${0%/*}/deals/go.sh" "$1" '' math/rand/v2 'p.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })'
