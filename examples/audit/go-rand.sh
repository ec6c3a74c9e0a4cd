#!/bin/sh
# fair: Shuffle of math/rand/v2.
# needs: go
exec yates audit "$@" --stream --items 52 --timeout 2m -- go run ./examples/audit/deals math/rand/v2
