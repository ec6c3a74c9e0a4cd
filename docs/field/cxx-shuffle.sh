#!/bin/sh
# C++ `std::shuffle`, libstdc++
# fair
# version: c++ -dumpfullversion
exec sh "${0%/*}/deals/cxx.sh" "$1" 'algorithm random' 'std::mt19937 g{std::random_device{}()}' 'std::shuffle(x.begin(), x.end(), g)'
