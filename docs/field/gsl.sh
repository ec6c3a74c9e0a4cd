#!/bin/sh
# GSL `gsl_ran_shuffle`
# fair
# version: pkg-config --modversion gsl
exec sh "${0%/*}/deals/cxx.sh" "$1" 'gsl/gsl_randist.h' 'gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937)' \
	'gsl_ran_shuffle(r, x.data(), x.size(), sizeof x[0])' -lgsl -lgslcblas
