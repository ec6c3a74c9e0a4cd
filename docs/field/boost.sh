#!/bin/sh
# Boost `random_shuffle`
# fair
# version: dpkg-query -Wf '${Version}' libboost-dev
exec sh "${0%/*}/deals/cxx.sh" "$1" 'boost/random.hpp boost/range/algorithm/random_shuffle.hpp' \
	'boost::random::mt19937 g; boost::random::random_number_generator<boost::random::mt19937> r(g)' \
	'boost::range::random_shuffle(x, r)' -std=c++14
