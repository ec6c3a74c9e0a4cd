#!/bin/sh
# fair: random.shuffle of Python.
# needs: python3
exec yates audit "$@" --stream --items 52 -- python3 -c '
import random
deck = list(range(1, 53))
while True:
    deck.sort()
    random.shuffle(deck)
    print(*deck)'
