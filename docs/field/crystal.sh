#!/bin/sh
# Crystal `shuffle`
# fair
# version: crystal --version | sed -n '1s/Crystal \([^ ]*\).*/\1/p'
exec crystal eval "loop { puts (1..$1).to_a.shuffle.join(' ') }"
