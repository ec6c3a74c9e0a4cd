#!/bin/sh
# bash, sorted by `$RANDOM`
# fair at 3 10
# biased at 52 500 1000: each `$(…)` starts from one of few seeds, so that deals repeat
# version: bash --version | sed -n '1s/.*version \([^ ]*\).*/\1/p'
exec bash -c 'while :; do echo $(for ((i = 1; i <= $1; i++)); do echo $RANDOM $i; done | sort -n | cut -d " " -f 2); done' bash "$1"
