#!/bin/sh
# biased: GNU shuf 8.6 to 9.5 seeds itself with one byte for this, so 11 of the
# 100 numbers never come (coreutils bug 72445).
# needs: shuf
version=$(shuf --version | sed -n '1s/.*GNU coreutils) //p')
case $version- in
8.[6-9][!0-9]* | 8.[123][0-9][!0-9]* | 9.[0-5][!0-9]*) ;;
*) exit 77 ;; # another shuf, or one that was mended
esac
exec yates audit "$@" --no-input --range 1-100 -- shuf -i 1-100 -n 1
