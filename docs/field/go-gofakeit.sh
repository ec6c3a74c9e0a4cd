#!/bin/sh
# gofakeit `ShuffleInts`
# fair
# version: go version >/dev/null && echo v7.8.0
exec sh "${0%/*}/deals/go.sh" "$1" 'github.com/brianvoe/gofakeit/v7@v7.8.0' github.com/brianvoe/gofakeit/v7 'p.ShuffleInts(x)'
