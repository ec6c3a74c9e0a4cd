#!/bin/sh
# Java `Collections.shuffle`
# fair at 3
# biased at 10 52 500 1000: 18 bits of the generator decide a bit of each choice
# version: java --version | sed -n '1s/^[^ ]* //p'
exec sh "${0%/*}/deals/java.sh" "$1" . 'Collections.shuffle(Arrays.asList(x))'
