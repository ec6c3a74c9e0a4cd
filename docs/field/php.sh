#!/bin/sh
# PHP `shuffle`
# fair
# version: php -r 'echo PHP_VERSION;'
exec php -r 'for (;;) { $x = range(1, $argv[1]); shuffle($x); echo join(" ", $x), "\n"; }' "$1"
