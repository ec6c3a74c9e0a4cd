#!/bin/sh
# Miller `shuffle`
# fair
# version: mlr --version
while :; do echo $(seq "$1" | mlr --inidx --onidx shuffle); done
