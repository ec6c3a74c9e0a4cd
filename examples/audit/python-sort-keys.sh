#!/bin/sh
# Python `sorted(x, key=lambda _: random.randint(1, 100))`
# biased at 10 52 1000: equal keys stay in order
# fair at 3
# version: python3 --version
exec python3 "${0%/*}/deals/deals.py" "$1" 'import random' 'sorted(x, key=lambda _: random.randint(1, 100))'
