#!/bin/sh
# pandas `sample(frac=1)`
# fair
# version: python3 -c 'import pandas; print(pandas.__version__)'
exec python3 "${0%/*}/deals/deals.py" "$1" 'import pandas' 'pandas.Series(x).sample(frac=1)'
