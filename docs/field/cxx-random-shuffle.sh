#!/bin/sh
# C++ `std::random_shuffle`, libstdc++
# fair at 3
# biased at 10 52 500 1000: the choices are remainders of glibc's rand()
# version: c++ -dumpfullversion
exec sh "${0%/*}/deals/cxx.sh" "$1" 'algorithm' '' 'std::random_shuffle(x.begin(), x.end())' -std=c++14
