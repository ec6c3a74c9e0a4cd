#!/bin/sh
# C++ `std::random_shuffle`, libstdc++
# fair
# version: c++ -dumpfullversion
exec sh "${0%/*}/deals/cxx.sh" "$1" 'algorithm' '' 'std::random_shuffle(x.begin(), x.end())' -std=c++14
