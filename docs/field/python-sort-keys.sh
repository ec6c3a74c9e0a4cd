#!/bin/sh
# Python `sorted(x, key=lambda _: random.randint(1, 100))`
# biased: equal keys stay in order
# version: python3 --version
exec python3 "${0%/*}/deals/deals.py" "$1" 'import random' 'sorted(x, key=lambda _: random.randint(1, 100))'
