#!/bin/sh
# fastutil `ObjectArrays.shuffle`
# fair at 3 10
# biased at 52 500 1000: each call takes a new generator, of which 18 bits decide a bit of each choice
# version: dpkg-query -Wf '${Version}' libfastutil-java
exec sh "${0%/*}/deals/java.sh" "$1" /usr/share/java/fastutil.jar 'it.unimi.dsi.fastutil.objects.ObjectArrays.shuffle(x, new Random())'
