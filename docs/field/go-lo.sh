#!/bin/sh
# samber/lo `Shuffle`
# fair
# version: go version >/dev/null && echo v1.52.0
exec sh "${0%/*}/deals/go.sh" "$1" 'github.com/samber/lo@v1.52.0' github.com/samber/lo 'x = p.Shuffle(x)'
