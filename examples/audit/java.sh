#!/bin/sh
# Java `Collections.shuffle`
# fair
# version: java --version | sed -n '1s/^[^ ]* //p'
exec sh "${0%/*}/deals/java.sh" "$1" . 'Collections.shuffle(Arrays.asList(x))'
