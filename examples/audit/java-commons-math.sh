#!/bin/sh
# Apache Commons Math `MathArrays.shuffle`
# fair
# version: dpkg-query -Wf '${Version}' libcommons-math3-java
exec sh "${0%/*}/deals/java.sh" "$1" /usr/share/java/commons-math3.jar 'int[] y = new int[x.length];
	for (int i = 0; i < x.length; i++) y[i] = i + 1;
	org.apache.commons.math3.util.MathArrays.shuffle(y);
	for (int i = 0; i < x.length; i++) x[i] = y[i]'
