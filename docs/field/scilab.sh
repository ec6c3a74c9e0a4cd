#!/bin/sh
# Scilab `grand(1, "prm", x)`
# fair
# version: scilab-cli -version | sed -n 's/.*version *//p'
exec scilab-cli -nb -quit -e "while %t, printf('%s\n', strcat(string(grand(1, 'prm', (1:$1)')'), ' ')), end"
