#!/bin/sh
# Emacs `cookie-shuffle-vector`
# fair
# version: emacs --version
exec emacs -Q --batch --eval "(progn (require 'cookie1) (random t) (while t
	(princ (mapconcat #'number-to-string (cookie-shuffle-vector (vconcat (number-sequence 1 $1))) \" \"))
	(terpri)))"
