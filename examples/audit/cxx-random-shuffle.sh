#!/bin/sh
# C++ `std::random_shuffle`, libstdc++
# biased at 10 52 1000: glibc's `rand() % k`
# fair at 3
# version: c++ -dumpfullversion
exec sh "${0%/*}/deals/cxx.sh" "$1" 'algorithm' '' 'std::random_shuffle(x.begin(), x.end())' -std=c++14
