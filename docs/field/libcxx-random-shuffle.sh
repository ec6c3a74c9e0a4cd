#!/bin/sh
# C++ `std::random_shuffle`, libc++
# fair
# version: clang++ -stdlib=libc++ --version | sed -n '1s/.*version \([^ ]*\).*/\1/p'
CXX='clang++ -stdlib=libc++' exec sh "${0%/*}/deals/cxx.sh" "$1" 'algorithm' '' 'std::random_shuffle(x.begin(), x.end())' -std=c++14
