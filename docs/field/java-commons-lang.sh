#!/bin/sh
# Apache Commons Lang `ArrayUtils.shuffle`
# fair at 3 10
# biased at 52 500 1000: each call takes a new generator, of which 18 bits decide a bit of each choice
# version: dpkg-query -Wf '${Version}' libcommons-lang3-java
exec sh "${0%/*}/deals/java.sh" "$1" /usr/share/java/commons-lang3.jar 'org.apache.commons.lang3.ArrayUtils.shuffle(x)'
