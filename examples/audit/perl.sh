#!/bin/sh
# fair: shuffle of List::Util.
# needs: perl
exec yates audit "$@" --stream --items 52 -- perl -MList::Util=shuffle -e 'print join(" ", shuffle(1 .. 52)), "\n" while 1'
