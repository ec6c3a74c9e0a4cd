#!/bin/sh
# Go `math/rand`
# fair
# version: go env GOVERSION
exec sh "${0%/*}/deals/go.sh" "$1" '' math/rand 'p.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })'
