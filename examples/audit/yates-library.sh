#!/bin/sh
# fair: ours, in a program.
# needs: go
exec yates audit "$@" --stream --items 52 --timeout 2m -- go run ./examples/audit/deals yates
