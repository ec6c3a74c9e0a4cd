#!/bin/sh
# Nim `shuffle`
# fair
# version: nim --version | sed -n '1s/.*Version \([^ ]*\).*/\1/p'
dir=$(mktemp -d) && cat > "$dir/deals.nim" <<END && exec nim compile --run --hints:off --verbosity:0 "$dir/deals.nim"
import random, sequtils, strutils
randomize()
while true:
  var x = toSeq(1 .. $1)
  shuffle(x)
  echo x.join(" ")
END
