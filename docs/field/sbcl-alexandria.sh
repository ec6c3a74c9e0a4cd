#!/bin/sh
# Common Lisp `alexandria:shuffle`, SBCL
# fair
# version: sbcl --version
exec sbcl --noinform --eval '(require :asdf)' --eval '(let ((*standard-output* *error-output*)) (asdf:load-system :alexandria))' --eval "(progn
	(setf *random-state* (make-random-state t))
	(loop (format t \"~{~a~^ ~}~%\" (alexandria:shuffle (loop for i from 1 to $1 collect i)))))"
