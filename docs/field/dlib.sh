#!/bin/sh
# dlib `randomize_samples`
# fair
# version: pkg-config --modversion dlib-1
exec sh "${0%/*}/deals/cxx.sh" "$1" dlib/svm.h 'dlib::rand r' 'dlib::randomize_samples(x, r)' -ldlib -llapack -lblas
