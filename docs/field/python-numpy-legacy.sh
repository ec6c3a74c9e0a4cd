#!/bin/sh
# NumPy `random.shuffle`
# fair
# version: python3 -c 'import numpy; print(numpy.__version__)'
exec python3 "${0%/*}/deals/deals.py" "$1" 'import numpy' 'numpy.random.shuffle(x)'
