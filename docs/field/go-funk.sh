#!/bin/sh
# thoas/go-funk `Shuffle`
# fair
# version: go version >/dev/null && echo v0.9.3
exec sh "${0%/*}/deals/go.sh" "$1" 'github.com/thoas/go-funk@v0.9.3' github.com/thoas/go-funk 'x = p.Shuffle(x).([]int)'
