#!/bin/sh
# Apache Commons Lang `ArrayUtils.shuffle`
# fair
# version: dpkg-query -Wf '${Version}' libcommons-lang3-java
exec sh "${0%/*}/deals/java.sh" "$1" /usr/share/java/commons-lang3.jar 'org.apache.commons.lang3.ArrayUtils.shuffle(x)'
