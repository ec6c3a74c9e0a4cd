#!/bin/sh
# C++ `std::shuffle`, libc++
# fair
# version: clang++ -stdlib=libc++ --version | sed -n '1s/.*version \([^ ]*\).*/\1/p'
CXX='clang++ -stdlib=libc++' exec sh "${0%/*}/deals/cxx.sh" "$1" 'algorithm random' 'std::mt19937 g{std::random_device{}()}' 'std::shuffle(x.begin(), x.end(), g)'
