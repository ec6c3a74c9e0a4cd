#!/bin/sh
# duke-git/lancet `slice.Shuffle`
# fair
# version: go version >/dev/null && echo v2.3.7
exec sh "${0%/*}/deals/go.sh" "$1" 'github.com/duke-git/lancet/v2/slice@v2.3.7' github.com/duke-git/lancet/v2/slice 'x = p.Shuffle(x)'
