#!/bin/sh
# SWI-Prolog `random_permutation`
# fair
# version: swipl --version
exec swipl -g "repeat, numlist(1, $1, X), random_permutation(X, Y), atomic_list_concat(Y, ' ', L), writeln(L), fail"
