#!/bin/sh
# Apache Commons Math `MathArrays.shuffle`
# fair at 3 10
# biased at 52 500 1000: each call takes a new generator from one of some 2^28 seeds
# version: dpkg-query -Wf '${Version}' libcommons-math3-java
exec sh "${0%/*}/deals/java.sh" "$1" /usr/share/java/commons-math3.jar 'int[] y = new int[x.length];
	for (int i = 0; i < x.length; i++) y[i] = i + 1;
	org.apache.commons.math3.util.MathArrays.shuffle(y);
	for (int i = 0; i < x.length; i++) x[i] = y[i]'
