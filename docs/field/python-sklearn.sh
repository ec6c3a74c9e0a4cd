#!/bin/sh
# scikit-learn `utils.shuffle`
# fair
# version: python3 -c 'import sklearn; print(sklearn.__version__)'
exec python3 "${0%/*}/deals/deals.py" "$1" 'import sklearn.utils' 'sklearn.utils.shuffle(x)'
