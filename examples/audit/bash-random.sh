#!/bin/sh
# bash, sorted by `$RANDOM`
# fair at 3 10 52
# biased at 1000: equal keys are sorted by the number
# version: bash --version | sed -n '1s/.*version \([^ ]*\).*/\1/p'
exec bash -c 'while :; do echo $(for ((i = 1; i <= $1; i++)); do echo $RANDOM $i; done | sort -n | cut -d " " -f 2); done' bash "$1"
