#!/bin/sh
# fair: ours, from the command line.
# needs: yates
exec yates audit "$@" --items 52 -- yates shuffle
