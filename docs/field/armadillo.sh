#!/bin/sh
# Armadillo `y = shuffle(y)`
# fair at 3
# biased at 10 52 500 1000: in place, pairs of items change places, and too many cycles come
# version: pkg-config --modversion armadillo
exec sh "${0%/*}/deals/cxx.sh" "$1" armadillo 'arma::arma_rng::set_seed_random()' \
	'arma::ivec y(x.size()); for (size_t i = 0; i < x.size(); i++) y[i] = x[i]; y = arma::shuffle(y);
	for (size_t i = 0; i < x.size(); i++) x[i] = y[i]' -larmadillo
