#!/bin/sh
# Perl `List::Util::shuffle`
# fair
# version: perl -e 'print $^V'
exec perl -MList::Util=shuffle -e 'print join(" ", shuffle(1 .. $ARGV[0])), "\n" while 1' "$1"
