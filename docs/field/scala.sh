#!/bin/sh
# Scala `Random.shuffle`
# fair at 3
# biased at 10 52 500 1000: 18 bits of the generator decide a bit of each choice
# version: scala -version 2>&1 | sed 's/.*version \([^ ]*\).*/\1/'
exec scala -nc -e "while (true) println(util.Random.shuffle((1 to $1).toList).mkString(\" \"))"
