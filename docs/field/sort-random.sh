#!/bin/sh
# GNU `sort -R`
# fair
# version: sort --version | sed -n '1s/.*GNU coreutils) //p'
while :; do echo $(seq "$1" | sort -R); done
