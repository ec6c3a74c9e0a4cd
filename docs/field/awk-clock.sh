#!/bin/sh
# awk, sorted by `rand()` after `srand()`
# biased: the seed is the clock's second
# version: awk 'BEGIN { srand() }' && readlink -f "$(command -v awk)"
while :; do echo $(seq "$1" | awk 'BEGIN { srand() } { print rand() "\t" $0 }' | sort -n | cut -f 2); done
