#!/bin/sh
# yates shuffle
# fair
# version: yates --version
while :; do echo $(yates shuffle -i 1-"$1"); done
