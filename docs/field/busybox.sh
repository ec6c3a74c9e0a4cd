#!/bin/sh
# BusyBox `shuf`
# fair
# version: busybox | sed -n '1s/BusyBox \([^ ]*\).*/\1/p'
while :; do echo $(busybox shuf -i 1-"$1"); done
