#!/bin/sh
# Pike `Array.shuffle`
# fair
# version: pike --version 2>&1 | sed -n 's/^Pike \(v[^ ]*.*\) Copy.*/\1/p'
exec pike -e "while (1) write(\"%s\n\", ((array(string))Array.shuffle(enumerate($1, 1, 1))) * \" \");"
