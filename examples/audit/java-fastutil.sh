#!/bin/sh
# fastutil `ObjectArrays.shuffle`
# fair
# version: dpkg-query -Wf '${Version}' libfastutil-java
exec sh "${0%/*}/deals/java.sh" "$1" /usr/share/java/fastutil.jar 'it.unimi.dsi.fastutil.objects.ObjectArrays.shuffle(x, new Random())'
