#!/bin/sh
# Racket `shuffle`
# fair
# version: racket -e '(display (version))'
exec racket -e "(let deal () (displayln (string-join (map ~a (shuffle (range 1 (+ 1 $1)))))) (deal))"
