#!/bin/sh
# Octave `randperm`
# fair
# version: octave-cli --eval 'disp(version)'
exec octave-cli --eval "while true, printf('%d ', randperm($1)), disp(''), end"
