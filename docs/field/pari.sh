#!/bin/sh
# PARI/GP `numtoperm(n, random(n!))`
# fair
# version: gp --version-short
exec gp -q <<END
while (1, x = numtoperm($1, random($1!)); for (i = 1, $1, print1(x[i], " ")); print)
END
