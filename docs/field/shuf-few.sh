#!/bin/sh
# GNU shuf 8.6 to 9.5 of few numbers
# biased at 3: a seed of one byte, so some orders come too often (coreutils bug 72445)
# version: shuf --version | sed -n '1s/.*GNU coreutils) //p' | grep -E '^(8\.([6-9]|[123][0-9])|9\.[0-5])([^0-9]|$)'
while :; do echo $(shuf -i 1-"$1"); done
