#!/bin/sh
# yates, package
# fair
# version: yates --version
exec sh "${0%/*}/deals/go.sh" "$1" '' github.com/yates-shuffle/yates 'p.Shuffle(x, nil)'
