#!/bin/sh
# Scala `Random.shuffle`
# fair
# version: scala -version 2>&1 | sed 's/.*version \([^ ]*\).*/\1/'
exec scala -nc -e "while (true) println(util.Random.shuffle((1 to $1).toList).mkString(\" \"))"
