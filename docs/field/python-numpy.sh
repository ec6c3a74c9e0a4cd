#!/bin/sh
# NumPy `default_rng().permutation`
# fair
# version: python3 -c 'import numpy; print(numpy.__version__)'
exec python3 "${0%/*}/deals/deals.py" "$1" 'import numpy; r = numpy.random.default_rng()' 'r.permutation(x)'
