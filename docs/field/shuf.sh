#!/bin/sh
# GNU shuf
# fair at 10 52 500 1000
# version: shuf --version | sed -n '1s/.*GNU coreutils) //p'
while :; do echo $(shuf -i 1-"$1"); done
