#!/bin/sh
# GNU `sort -R`, odd and even keys
# biased: equal keys stay together
# version: sort --version | sed -n '1s/.*GNU coreutils) //p'
while :; do echo $(seq "$1" | awk '{ print $1 % 2, $1 }' | sort -R -k 1,1 | cut -d ' ' -f 2); done
