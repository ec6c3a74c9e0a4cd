#!/bin/sh
# TensorFlow `index_shuffle`, 4 rounds
# biased at 10 52 500 1000: four rounds of the network are too few
# version: git -C "$TENSORFLOW" log -1 --format=%h -- tensorflow/core/kernels/random_index_shuffle.cc
# TENSORFLOW is a clone of github.com/tensorflow/tensorflow. Of its types.h only the standard types are needed.
types=$(mktemp -d)
mkdir -p "$types/tensorflow/core/platform"
printf '#include <%s>\n' cstdint vector >"$types/tensorflow/core/platform/types.h"
exec sh "${0%/*}/deals/cxx.sh" "$1" 'random tensorflow/core/kernels/random_index_shuffle.cc' 'std::random_device random' '
	std::array<uint32_t, 3> key = {random(), random(), random()};
	for (int &i : x) i = 1 + tensorflow::random::index_shuffle(i - 1, key, x.size() - 1, 4)' \
	-w -I "$types" -I "$TENSORFLOW"
