#!/bin/sh
# D `randomShuffle`
# fair
# version: ldc2 --version | sed -n '1s/.*(\(.*\)).*/\1/p'
dir=$(mktemp -d) && cat > "$dir/deals.d" <<END && exec ldc2 -O --od="$dir" --run "$dir/deals.d"
import std.array, std.random, std.range, std.stdio;
void main() { for (;;) writefln("%(%d %)", iota(1, $1 + 1).array.randomShuffle); }
END
