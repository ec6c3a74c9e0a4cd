#!/bin/sh
# GNU shuf 8.6 to 9.5, `-n 1`
# biased at 10 52: a seed of one byte, so some numbers come too often (coreutils bug 72445)
# version: shuf --version | sed -n '1s/.*GNU coreutils) //p' | grep -E '^(8\.([6-9]|[123][0-9])|9\.[0-5])([^0-9]|$)'
while shuf -i 1-"$1" -n 1; do :; done
