#!/bin/sh
# Python `random.shuffle`
# fair
# version: python3 --version
exec python3 "${0%/*}/deals/deals.py" "$1" 'import random' 'random.shuffle(x)'
