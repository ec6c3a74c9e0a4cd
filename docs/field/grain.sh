#!/bin/sh
# Grain `index_shuffle`, 4 rounds
# biased at 10 52 500 1000: four rounds of the network are too few
# version: git -C "$GRAIN" log -1 --format=%h -- grain/_src/python/experimental/index_shuffle/index_shuffle.cc
# GRAIN is a clone of github.com/google/grain.
exec sh "${0%/*}/deals/cxx.sh" "$1" 'random grain/_src/python/experimental/index_shuffle/index_shuffle.cc' \
	'std::random_device random' '
	uint32_t seed = random();
	for (int &i : x) i = 1 + grain::random::index_shuffle(i - 1, x.size() - 1, seed, 4)' -w -I "$GRAIN"
